import type { ReactNode } from 'react';
import classes from './Preview.module.css';

/** In the place of a screen that there is none of. */
export const Nothing = ({ children }: { readonly children: ReactNode }) => (
  <p className={classes.nothing}>{children}</p>
);
