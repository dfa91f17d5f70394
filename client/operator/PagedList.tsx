import { useRef, type ReactNode } from 'react';
import { Button } from '../ui/button/Button.tsx';
import classes from './PagedList.module.css';

interface PagedListProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  /** Of the button. */
  readonly more: string;
  /** How many rows there are. */
  readonly count: number;
  /** Of rows with many columns. */
  readonly wide?: boolean;
  /** Rows that can take the focus. */
  readonly children: ReactNode;
}

/** A list that is loaded page by page. The focus goes to the first new row, since the button moves or disappears. */
export function PagedList({ query, more, count, wide = false, children }: PagedListProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const list = useRef<HTMLUListElement>(null);
  const showMore = async () => {
    await fetchNextPage();
    (list.current?.children[count] as HTMLElement | undefined)?.focus();
  };
  return (
    <>
      <ul ref={list} className={classes.list} data-wide={wide || undefined}>
        {children}
      </ul>
      {hasNextPage && (
        <Button kind="plain" aria-disabled={isFetchingNextPage || undefined} onClick={() => void showMore()}>
          {isFetchingNextPage ? 'Loading…' : more}
        </Button>
      )}
    </>
  );
}
