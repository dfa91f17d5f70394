import type { ReactNode } from 'react';
import classes from './Pill.module.css';

/** A number with its unit, always visible (credits, time left). */
export function Pill({ value, children }: { value: ReactNode; children?: ReactNode }) {
  return (
    <span className={classes.pill}>
      <b>{value}</b>
      {children !== undefined && <span>{children}</span>}
    </span>
  );
}
