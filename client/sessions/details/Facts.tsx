import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** Rows of a label and what it says. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

/** One row; without anything to say it says so. */
export function Fact({ label, children }: { label: string; children?: ReactNode }) {
  const empty = children === undefined || children === null || children === '';
  return (
    <div className={classes.row}>
      <dt>{label}</dt>
      <dd data-empty={empty || undefined}>{empty ? 'Not given' : children}</dd>
    </div>
  );
}
