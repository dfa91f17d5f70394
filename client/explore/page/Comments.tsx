import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { MusicianPage } from '#shared/explore/contract-page.ts';
import { PAGE } from '#shared/explore/texts-page.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { commentsQuery } from './api.ts';
import { CommentList } from './CommentList.tsx';
import classes from './CommentList.module.css';

/** A musician's comments: the newest, and all others by "Show more". */
export function Comments({ musician }: { readonly musician: MusicianPage }) {
  const [all, setAll] = useState(false);
  const query = useInfiniteQuery({ ...commentsQuery(musician.slug), enabled: all });
  const loaded = query.data?.pages.flatMap(({ comments }) => comments) ?? [];
  const shown = loaded.length > 0 ? loaded : musician.comments;
  const box = useRef<HTMLDivElement>(null);
  /** How many were shown when more were requested. */
  const from = useRef<number | null>(null);
  useEffect(() => {
    if (from.current === null || shown.length <= from.current) return;
    box.current?.querySelectorAll('li')[from.current]?.focus({ preventScroll: true });
    from.current = null;
  }, [shown.length]);

  const more = () => {
    from.current = shown.length;
    if (!all) setAll(true);
    else if (query.data === undefined) void query.refetch();
    else void query.fetchNextPage();
  };
  const isLeft = shown.length < musician.comments_total;
  return (
    <div ref={box} className={classes.comments}>
      <CommentList comments={shown} />
      {query.error !== null && (
        <p role="alert" className={classes.failure}>
          {errorMessage(query.error)}
        </p>
      )}
      {isLeft && (
        <Button kind="plain" onClick={more} aria-disabled={query.isFetching || undefined}>
          {query.isFetching ? PAGE.loadingMore : PAGE.showMore}
        </Button>
      )}
    </div>
  );
}
