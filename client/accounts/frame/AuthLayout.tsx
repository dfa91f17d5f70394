import type { ReactNode } from 'react';
import { HomeLink } from '../../lib/frame/HomeLink.tsx';
import classes from './AuthLayout.module.css';
import { LoginArt } from './LoginArt.tsx';

interface AuthLayoutProps {
  readonly children: ReactNode;
  /** Progress bar across the whole width. */
  readonly progress?: ReactNode;
}

/** Layout of the screens before the login: the form, and an illustration on wide screens. */
export function AuthLayout({ children, progress }: AuthLayoutProps) {
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
