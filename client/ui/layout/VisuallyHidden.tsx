import type { ReactNode } from 'react';
import classes from './VisuallyHidden.module.css';

/** Words for those who listen instead of look. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={classes.hidden}>{children}</span>;
}
