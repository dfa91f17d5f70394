import { useState } from 'react';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { readMessages } from '#shared/operator/contract-session-verbs.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ReasonDialog } from '../ReasonDialog.tsx';
import { Section } from '../Section.tsx';
import classes from './SessionPage.module.css';
import { useReadMessages } from './verbs.ts';

interface SessionMessagesProps {
  readonly session: { readonly id: number; readonly messages: number };
  readonly zone: string;
}

/** How many messages there are; they are shown for a reason only, until the page is left. */
export function SessionMessages({ session, zone }: SessionMessagesProps) {
  const [isAsking, setAsking] = useState(false);
  const read = useReadMessages(session.id);
  const { messages: count } = session;
  return (
    <Section
      title="Messages"
      actions={
        count > 0 &&
        read.data === undefined && (
          <Button kind="plain" onClick={() => setAsking(true)}>
            Read messages
          </Button>
        )
      }
    >
      {read.data === undefined ? (
        <p className={classes.text}>{countText(count)}</p>
      ) : (
        <Messages found={read.data} zone={zone} />
      )}
      {isAsking && (
        <ReasonDialog
          title="Read the messages?"
          confirm="Read messages"
          hint="For the audit log; neither side sees it."
          verb={read}
          onDone={() => {}}
          onClose={() => setAsking(false)}
        >
          The conversation is between the client and the musician. That you have read it, and why, is in the
          audit log for good.
        </ReasonDialog>
      )}
    </Section>
  );
}

function Messages({
  found,
  zone,
}: {
  readonly found: ResponseOf<typeof readMessages>;
  readonly zone: string;
}) {
  const { messages, total } = found;
  return (
    <>
      {messages.length < total && (
        <p className={classes.text}>
          The latest {messages.length} of {total}.
        </p>
      )}
      <ol className={classes.messages}>
        {messages.map(({ id, at, body, by }) => (
          <li key={id}>
            <p className={classes.small}>
              <b>{by.name}</b> <time dateTime={at}>{formatUpdatedAt(Temporal.Instant.from(at), zone)}</time>
            </p>
            <p className={classes.body}>{body}</p>
          </li>
        ))}
      </ol>
    </>
  );
}

function countText(count: number): string {
  if (count === 0) return 'Nobody has written anything.';
  return count === 1 ? '1 message.' : `${count} messages.`;
}
