import { useQuery } from '@tanstack/react-query';
import type { Role } from '#shared/lib/endpoint.ts';
import { mayToggle, type ThreadStatus } from '#shared/messages/rules.ts';
import { THREAD } from '#shared/messages/texts.ts';
import { Button } from '../ui/button/Button.tsx';
import { useKeyboardInset } from '../ui/layout/use-keyboard-inset.ts';
import { threadQuery, useThreadStatus } from './api.ts';
import { Composer } from './Composer.tsx';
import { useDraft } from './drafts.ts';
import { statusNow } from './thread.ts';
import classes from './MessagesFoot.module.css';

interface MessagesFootProps {
  readonly threadId: string;
  readonly role: Role;
  /** The musician's name, for those who cannot reopen. */
  readonly partner: string;
  /** The session's end: 4 days later the conversation is closed for good. */
  readonly endsAt: Temporal.Instant;
  readonly now: Temporal.Instant;
}

/** Below a conversation: the box, or why there is none; and the musician's 'close conversation' / 'reopen conversation'. */
export function MessagesFoot({ threadId, role, partner, endsAt, now }: MessagesFootProps) {
  const { data: thread } = useQuery(threadQuery(threadId));
  const covered = useKeyboardInset();
  if (thread === undefined) return <div className={classes.waiting} />;
  const status = statusNow(thread.status, endsAt, now);
  const toggle = mayToggle(role, status, status === 'open' ? 'closed' : 'open').ok && (
    <Toggle threadId={threadId} status={status} />
  );
  return (
    <div className={classes.foot} style={{ marginBottom: covered }}>
      {status === 'open' ? (
        <>
          <Composer threadId={threadId} role={role}>
            {toggle}
          </Composer>
          {role === 'partner' && <p className={classes.note}>{THREAD.note}</p>}
        </>
      ) : (
        <>
          <div className={classes.closed}>
            {toggle}
            <p aria-live="polite">{closedWords(role, status, partner)}</p>
          </div>
          <Unsent threadId={threadId} />
        </>
      )}
    </div>
  );
}

function closedWords(role: Role, status: ThreadStatus, partner: string): string {
  if (status === 'automatically-closed') return THREAD.automaticallyClosed;
  const who = role === 'partner' ? 'Reopen it to write.' : `${partner} can reopen it.`;
  return `${THREAD.closed} ${who}`;
}

function Toggle({ threadId, status }: { threadId: string; status: ThreadStatus }) {
  const { mutate, isPending } = useThreadStatus(threadId);
  return (
    <Button
      kind="quiet"
      aria-disabled={isPending || undefined}
      onClick={() => {
        if (!isPending) mutate(status === 'open' ? 'closed' : 'open');
      }}
    >
      {status === 'open' ? THREAD.close : THREAD.reopen}
    </Button>
  );
}

/** What was in the box when the conversation closed: its writer can still copy it. */
function Unsent({ threadId }: { threadId: string }) {
  const { text } = useDraft(threadId);
  if (text.trim() === '') return null;
  return (
    <details className={classes.unsent}>
      <summary>Your unsent message</summary>
      <p>{text}</p>
    </details>
  );
}
