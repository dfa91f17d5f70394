import type { ReactNode } from 'react';
import { HomeLink } from '../../app/HomeLink.tsx';
import classes from './DoorFrame.module.css';
import { LoginArt } from './LoginArt.tsx';

interface DoorFrameProps {
  readonly children: ReactNode;
  /** Over the whole width: how far one is. */
  readonly progress?: ReactNode;
}

/** The frame of the screens before the login: the form on one side, a session as an arrangement on the other. */
export function DoorFrame({ children, progress }: DoorFrameProps) {
  return (
    <div className={classes.screen} data-progress={progress !== undefined || undefined}>
      <header className={classes.header}>
        <HomeLink />
        {progress !== undefined && <div className={classes.progress}>{progress}</div>}
      </header>
      <main className={classes.main}>{children}</main>
      <LoginArt />
    </div>
  );
}
