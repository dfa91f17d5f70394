import { useEffect, useRef } from 'react';
import { EXPLORE, FILTERS } from '#shared/explore/texts.ts';
import { errorMessage } from '../lib/error-message.ts';
import { Button } from '../ui/button/Button.tsx';
import classes from './ExplorePage.module.css';

interface ListFooterProps {
  readonly shown: number;
  readonly total: number;
  readonly query: {
    readonly error: Error | null;
    readonly isFetchNextPageError: boolean;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
  };
  readonly onMore: () => void;
}

/** How many are shown, the limit of two months, and "Show more". */
export function ListFooter({ shown, total, query, onMore }: ListFooterProps) {
  return (
    <div className={classes.footer}>
      {query.isFetchNextPageError && (
        <p role="alert" className={classes.failure}>
          {errorMessage(query.error)}
        </p>
      )}
      <p>
        {shown} of {FILTERS.musicians(total)}. {EXPLORE.calendarHint}
      </p>
      {query.hasNextPage && (
        <Button kind="plain" onClick={onMore} aria-disabled={query.isFetchingNextPage || undefined}>
          {query.isFetchingNextPage ? 'Loading more...' : 'Show more'}
        </Button>
      )}
    </div>
  );
}

/** After "Show more", moves the focus to the first new card. */
export function useFocusFirstNew(list: React.RefObject<HTMLUListElement | null>, count: number) {
  const from = useRef<number | null>(null);
  useEffect(() => {
    if (from.current === null || count <= from.current) return;
    const first = list.current?.children[from.current]?.querySelector<HTMLElement>('h2 a');
    from.current = null;
    first?.focus({ preventScroll: true });
  }, [count, list]);
  return (at: number) => {
    from.current = at;
  };
}
