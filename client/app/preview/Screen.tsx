import type { ReactNode } from 'react';
import classes from './Preview.module.css';

interface ScreenProps {
  /** Of the profile's columns, or of a panel; without it, the whole. */
  readonly width?: 'profile' | 'panel';
  readonly children: ReactNode;
}

/** Where a screen stands in the shell. */
export const Screen = ({ width, children }: ScreenProps) => (
  <div className={classes.screen}>
    <div data-width={width}>{children}</div>
  </div>
);
