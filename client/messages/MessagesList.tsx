import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { THREAD } from '../../../shared/messages/texts.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { useMe } from '../../app/session.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { threadQuery, useEarlierMessages } from '../api.ts';
import { MessageItem, PendingItem } from './MessageItem.tsx';
import { usePending } from './our-drafts.ts';
import { byDay } from './thread.ts';
import { useArrivals } from './use-arrivals.ts';
import { useEnd } from './use-end.ts';
import classes from './MessagesList.module.css';

interface MessagesListProps {
  readonly threadId: string;
  /** Who reads the other end, for the words of an empty conversation. */
  readonly other: string;
  readonly zone: string;
  /** What has come is read: whoever counts unread messages can forget them. */
  readonly onRead: () => void;
}

/** A conversation, oldest first, by days of the reader's zone (part 2 "Messages panel"). */
export function MessagesList({ threadId, other, zone, onRead }: MessagesListProps) {
  const me = useMe();
  const { data: thread, error, dataUpdatedAt, refetch, isFetching } = useQuery(threadQuery(threadId));
  const messages = thread?.messages;
  const days = useMemo(() => byDay(messages ?? [], zone), [messages, zone]);
  const pending = usePending(threadId);
  const list = useRef<HTMLDivElement>(null);
  const { atEnd, toEnd } = useEnd(list);
  const { unseen, spoken } = useArrivals(messages, me.id, atEnd);

  const tellRead = useEffectEvent(onRead);
  useEffect(() => {
    if (dataUpdatedAt > 0) tellRead();
  }, [dataUpdatedAt]);
  useEffect(() => {
    if (pending.length > 0) toEnd();
  }, [pending.length, toEnd]);

  return (
    <div ref={list} className={classes.list}>
      {thread === undefined && error === null && <RowsSkeleton what="the messages" count={3} />}
      {thread === undefined && error !== null && (
        <ErrorState
          title="We could not load the messages"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {wordsOf(error)}
        </ErrorState>
      )}
      {thread !== undefined && thread.total > thread.messages.length && <Earlier threadId={threadId} />}
      {thread?.messages.length === 0 && pending.length === 0 && (
        <EmptyState title={THREAD.nobodyYet}>
          {thread.status === 'open' && `What you write here reaches ${other}.`}
        </EmptyState>
      )}
      {days.map(({ key, name, messages: ofDay }) => (
        <section key={key} aria-label={name} className={classes.day}>
          <h3>{name}</h3>
          <ol>
            {ofDay.map((message) => (
              <MessageItem key={message.id} message={message} mine={message.user_id === me.id} zone={zone} />
            ))}
          </ol>
        </section>
      ))}
      {pending.length > 0 && (
        <ol aria-label="On their way">
          {pending.map(({ key, body }) => (
            <PendingItem key={key} body={body} name={me.name} avatar={me.avatar} />
          ))}
        </ol>
      )}
      <p className={classes.spoken} aria-live="polite">
        {spoken}
      </p>
      {unseen && (
        <div className={classes.below}>
          <Button kind="plain" onClick={toEnd}>
            {THREAD.newMessages}
          </Button>
        </div>
      )}
    </div>
  );
}

function Earlier({ threadId }: { threadId: string }) {
  const { mutate, isPending, isError } = useEarlierMessages(threadId);
  return (
    <div className={classes.earlier}>
      <Button
        kind="plain"
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {isError ? 'That did not work. Try again' : 'Earlier messages'}
      </Button>
    </div>
  );
}
