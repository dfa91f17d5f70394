import { useEffect, type ReactNode } from 'react';
import classes from './PageTitle.module.css';

/** The heading of a screen with its actions. Also sets the document title. */
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
    <div className={classes.titleRow}>
      <h1>{children}</h1>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

/** Sets the document title while mounted and restores it afterwards. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    const studio = before.split(' · ').at(-1) ?? before;
    document.title = `${title} · ${studio}`;
    return () => {
      // The server may have sent this very title with the page.
      document.title = before === `${title} · ${studio}` ? studio : before;
    };
  }, [title]);
}
