import { createLink } from '@tanstack/react-router';
import { useEffect, useRef, type ComponentPropsWithRef, type ReactNode } from 'react';
import classes from './Tabs.module.css';

/** A row of tabs that are links: each has an address, the present one is marked. Scrolls sideways when narrow. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null);
  // Whoever arrives at the last tab of a narrow screen sees it.
  useEffect(() => {
    const present = row.current?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
    const seen = row.current?.getBoundingClientRect();
    if (present === undefined || seen === undefined) return;
    const [before, behind] = [seen.left - present.left, present.right - seen.right];
    row.current?.scrollBy({ left: before > 0 ? -before : Math.max(0, behind) });
  });
  return (
    <nav ref={row} aria-label={label} className={classes.row}>
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
