import type { ReactNode } from 'react';
import { HomeLink } from './HomeLink.tsx';
import classes from './OpenFrame.module.css';

interface OpenFrameProps {
  readonly children: ReactNode;
  /** Middle of the header: progress. */
  readonly progress?: ReactNode;
  /** Right of the header: the exit. */
  readonly aside?: ReactNode;
}

/** The frame of screens outside the shell. */
export function OpenFrame({ children, progress, aside }: OpenFrameProps) {
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <HomeLink />
        {progress !== undefined && <div className={classes.progress}>{progress}</div>}
        {aside !== undefined && <div className={classes.aside}>{aside}</div>}
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  );
}
