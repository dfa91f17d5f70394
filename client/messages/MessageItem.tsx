import { memo, type ReactNode } from 'react';
import { formatMessageTime } from '#shared/lib/time.ts';
import type { Message } from '#shared/messages/contract.ts';
import { Avatar } from '../ui/layout/Avatar.tsx';
import { messageParts } from './message-parts.ts';
import classes from './MessageItem.module.css';

interface MessageItemProps {
  readonly message: Message;
  readonly isOwn: boolean;
  readonly zone: string;
}

/** A message with author and time in the reader's zone (docs/product/messages.md#messages-panel). */
export const MessageItem = memo(function MessageItem({ message, isOwn, zone }: MessageItemProps) {
  const { user, user_id, body, createdAt } = message;
  return (
    <MessageLayout id={user_id} name={user.name} avatar={user.avatar} isOwn={isOwn} body={body}>
      <time dateTime={createdAt}>{formatMessageTime(Temporal.Instant.from(createdAt), zone)}</time>
    </MessageLayout>
  );
});

/** The person's own message while it is being sent. */
export function PendingItem({ body, ...author }: Omit<MessageLayoutProps, 'isOwn' | 'children'>) {
  return (
    <MessageLayout {...author} isOwn body={body}>
      <span>Sending…</span>
    </MessageLayout>
  );
}

interface MessageLayoutProps {
  /** The author's. */
  readonly id: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly isOwn: boolean;
  readonly body: string;
  readonly children: ReactNode;
}

function MessageLayout({ id, name, avatar, isOwn, body, children }: MessageLayoutProps) {
  return (
    <li className={classes.message} data-mine={isOwn || undefined}>
      <Avatar name={name} id={id} src={avatar} size={36} />
      <div className={classes.content}>
        <div className={classes.head}>
          <b>{isOwn ? `${name} (you)` : name}</b>
          {children}
        </div>
        <p className={classes.body} dir="auto">
          {messageParts(body).map(({ text, href }, at) =>
            href === null ? (
              text
            ) : (
              // oxlint-disable-next-line react/no-array-index-key -- the parts of a message never change
              <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
                {text}
              </a>
            ),
          )}
        </p>
      </div>
    </li>
  );
}
