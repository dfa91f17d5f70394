import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { THREAD } from '#shared/messages/texts.ts';
import { QueryView } from '../lib/QueryView.tsx';
import { useMe } from '../lib/session.ts';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { RowsSkeleton } from '../ui/feedback/Skeleton.tsx';
import { threadQuery, useEarlierMessages } from './api.ts';
import { MessageItem, PendingItem } from './MessageItem.tsx';
import { usePending } from './drafts.ts';
import { byDay } from './thread.ts';
import { useNewMessages } from './use-new-messages.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';
import classes from './MessagesList.module.css';

interface MessagesListProps {
  readonly threadId: string;
  /** The other participant's name, for the empty state. */
  readonly other: string;
  readonly zone: string;
  /** The messages are marked as read: unread counts can be cleared. */
  readonly onRead: () => void;
}

/** A thread, oldest first, by days of the reader's zone (docs/product/messages.md#messages-panel). */
export function MessagesList({ threadId, other, zone, onRead }: MessagesListProps) {
  const me = useMe();
  const query = useQuery(threadQuery(threadId));
  const { dataUpdatedAt } = query;
  const messages = query.data?.messages;
  const days = useMemo(() => byDay(messages ?? [], zone), [messages, zone]);
  const pending = usePending(threadId);
  const list = useRef<HTMLDivElement>(null);
  const { isAtBottom, scrollToBottom } = useStickToBottom(list);
  const { hasUnseen, announcement } = useNewMessages(messages, me.id, isAtBottom);

  const notifyRead = useEffectEvent(onRead);
  useEffect(() => {
    if (dataUpdatedAt > 0) notifyRead();
  }, [dataUpdatedAt]);
  useEffect(() => {
    if (pending.length > 0) scrollToBottom();
  }, [pending.length, scrollToBottom]);

  return (
    <div ref={list} className={classes.list}>
      <QueryView
        query={query}
        loading={<RowsSkeleton what="the messages" count={3} />}
        errorTitle="We could not load the messages"
      >
        {(thread) => (
          <>
            {thread.total > thread.messages.length && <EarlierButton threadId={threadId} />}
            {thread.messages.length === 0 && pending.length === 0 && (
              <EmptyState title={THREAD.nobodyYet}>
                {thread.status === 'open' && `${other} will see what you write here.`}
              </EmptyState>
            )}
            {days.map(({ key, name, messages: ofDay }) => (
              <section key={key} aria-label={name} className={classes.day}>
                <h3>{name}</h3>
                <ol>
                  {ofDay.map((message) => (
                    <MessageItem
                      key={message.id}
                      message={message}
                      isOwn={message.user_id === me.id}
                      zone={zone}
                    />
                  ))}
                </ol>
              </section>
            ))}
          </>
        )}
      </QueryView>
      {pending.length > 0 && (
        <ol aria-label="On their way">
          {pending.map(({ key, body }) => (
            <PendingItem key={key} body={body} id={me.id} name={me.name} avatar={me.avatar} />
          ))}
        </ol>
      )}
      <p className={classes.announcement} aria-live="polite">
        {announcement}
      </p>
      {hasUnseen && (
        <div className={classes.newMessages}>
          <Button kind="plain" onClick={scrollToBottom}>
            {THREAD.newMessages}
          </Button>
        </div>
      )}
    </div>
  );
}

function EarlierButton({ threadId }: { threadId: string }) {
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
