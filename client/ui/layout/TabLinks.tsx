import { createLink } from '@tanstack/react-router';
import { useRef, type ComponentPropsWithRef, type ReactNode } from 'react';
import classes from './Tabs.module.css';
import { useScrollIntoView } from './use-scroll-into-view.ts';

/** Tabs that are links. Scrolls sideways when narrow. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null);
  useScrollIntoView(row, '[aria-current="page"]');
  return (
    <nav ref={row} aria-label={label} className={classes.row}>
      {children}
    </nav>
  );
}

interface TabAnchorProps extends ComponentPropsWithRef<'a'> {
  /** Number of items behind it. */
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
