import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** Rows of a label and its content. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

/** A smaller line below a row's content. */
export function Note({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}

interface FactProps {
  readonly label: string;
  /** The service does not ask for it: without content there is no row. */
  readonly hidden?: boolean;
  readonly children?: ReactNode;
}

/** One row; 'Not given' without content. */
export function Fact({ label, hidden = false, children }: FactProps) {
  const empty = children === undefined || children === null || children === '';
  if (empty && hidden) return null;
  return (
    <div className={classes.row}>
      <dt>{label}</dt>
      <dd data-empty={empty || undefined}>{empty ? 'Not given' : children}</dd>
    </div>
  );
}
