import type { ReactNode } from 'react';
import classes from './Pill.module.css';

/** A number that is always in sight (credits, time left), with its word. `lit` draws it in the accent. */
export function Pill({
  value,
  children,
  lit = false,
}: {
  value: ReactNode;
  children?: ReactNode;
  lit?: boolean;
}) {
  return (
    <span className={classes.pill} data-lit={lit || undefined}>
      <b>{value}</b>
      {children !== undefined && <span>{children}</span>}
    </span>
  );
}
