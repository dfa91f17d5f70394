import type { ReactNode } from 'react';
import { HomeLink } from './HomeLink.tsx';
import classes from './OpenFrame.module.css';

interface OpenFrameProps {
  readonly children: ReactNode;
  /** In the middle of the header: how far one is. */
  readonly progress?: ReactNode;
  /** At the header's right: the way out. */
  readonly aside?: ReactNode;
}

/** The frame of screens that stand outside the shell: the name, the content, nothing to get lost in. */
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
