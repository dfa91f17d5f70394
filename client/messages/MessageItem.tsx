import { memo, type ReactNode } from 'react';
import { formatMessageTime } from '#shared/lib/time.ts';
import type { Message } from '#shared/messages/contract.ts';
import { Avatar } from '../ui/layout/Avatar.tsx';
import { messageParts } from './message-parts.ts';
import classes from './MessageItem.module.css';

interface MessageItemProps {
  readonly message: Message;
  readonly mine: boolean;
  readonly zone: string;
}

/** A message with author and time in the reader's zone (docs/product/messages.md#messages-panel). */
export const MessageItem = memo(function MessageItem({ message, mine, zone }: MessageItemProps) {
  const { user, user_id, body, createdAt } = message;
  return (
    <Framed id={user_id} name={user.name} avatar={user.avatar} mine={mine} body={body}>
      <time dateTime={createdAt}>{formatMessageTime(Temporal.Instant.from(createdAt), zone)}</time>
    </Framed>
  );
});

/** A message of one's own that is still on its way. */
export function PendingItem({ body, ...author }: Omit<FramedProps, 'mine' | 'children'>) {
  return (
    <Framed {...author} mine body={body}>
      <span>Sending…</span>
    </Framed>
  );
}

interface FramedProps {
  /** The author's. */
  readonly id: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly mine: boolean;
  readonly body: string;
  readonly children: ReactNode;
}

function Framed({ id, name, avatar, mine, body, children }: FramedProps) {
  return (
    <li className={classes.message} data-mine={mine || undefined}>
      <Avatar name={name} id={id} src={avatar} size={36} />
      <div className={classes.said}>
        <div className={classes.head}>
          <b>{mine ? `${name} (you)` : name}</b>
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
