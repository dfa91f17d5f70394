import { useEffect, type ReactNode } from 'react';
import classes from './PageTitle.module.css';

/** The heading of a screen, with what can be done at its right. It also names the browser's tab. */
export function PageTitle({
  children,
  actions,
  tab,
}: {
  children: string;
  actions?: ReactNode;
  tab?: string;
}) {
  useDocumentTitle(tab ?? children);
  return (
    <div className={classes.row}>
      <h1>{children}</h1>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

/** Names the browser's tab while the caller is on screen; a panel over a list gives it back when it closes. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    const studio = before.split(' · ').at(-1) ?? before;
    document.title = `${title} · ${studio}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
