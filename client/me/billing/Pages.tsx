import { Button } from '../../ui/button/Button.tsx';
import classes from './BillingTab.module.css';

interface PagesProps {
  /** From 0. */
  readonly page: number;
  readonly total: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
}

/** The pages of a list, newest first; nothing for a single one. */
export function Pages({ page, total, size, onPage }: PagesProps) {
  const pages = Math.max(1, Math.ceil(total / size));
  if (pages === 1) return null;
  return (
    <div className={classes.pages}>
      <Button kind="plain" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <span aria-live="polite">
        Page {page + 1} of {pages}
      </span>
      <Button kind="plain" disabled={page + 1 >= pages} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </div>
  );
}
