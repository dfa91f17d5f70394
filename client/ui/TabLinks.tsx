import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './Tabs.module.css';

/** A row of tabs that are links: each has an address, the present one is marked. Scrolls sideways when narrow. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={classes.row}>
      {children}
    </nav>
  );
}

interface TabAnchorProps extends ComponentPropsWithRef<'a'> {
  /** How many lie behind it. */
  readonly count?: number | undefined;
}

function TabAnchor({ count, children, ...props }: TabAnchorProps) {
  return (
    <a {...props} className={classes.tab}>
      {children}
      {count !== undefined && <span className={classes.count}>{count}</span>}
    </a>
  );
}

/** One tab of TabLinks; takes what the router's Link takes, and `count`. */
export const TabLink = createLink(TabAnchor);
