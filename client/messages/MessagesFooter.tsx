import { useQuery } from '@tanstack/react-query';
import type { Role } from '#shared/lib/endpoint.ts';
import { mayToggle, type ThreadStatus } from '#shared/messages/rules.ts';
import { THREAD } from '#shared/messages/texts.ts';
import { Button } from '../ui/button/Button.tsx';
import { useNowFor } from '../lib/use-now.ts';
import { useKeyboardInset } from '../ui/layout/use-keyboard-inset.ts';
import { threadQuery, useThreadStatus } from './api.ts';
import { Composer } from './Composer.tsx';
import { useDraft } from './drafts.ts';
import { statusNow } from './thread.ts';
import classes from './MessagesFooter.module.css';

interface MessagesFooterProps {
  readonly threadId: string;
  readonly role: Role;
  /** The musician's name, for people who cannot reopen. */
  readonly partner: string;
  /** The session's end: 4 days later the conversation is closed for good. */
  readonly endsAt: Temporal.Instant;
}

/** The message box, or why it is closed, and the musician's button to close or reopen. */
export function MessagesFooter({ threadId, role, partner, endsAt }: MessagesFooterProps) {
  const { data: thread } = useQuery(threadQuery(threadId));
  const keyboardInset = useKeyboardInset();
  const now = useNowFor((at) => thread && statusNow(thread.status, endsAt, at));
  if (thread === undefined) return <div className={classes.loading} />;
  const status = statusNow(thread.status, endsAt, now);
  const toggle = mayToggle(role, status, status === 'open' ? 'closed' : 'open').ok && (
    <ToggleButton threadId={threadId} status={status} />
  );
  return (
    <div className={classes.footer} style={{ marginBottom: keyboardInset }}>
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
            <p aria-live="polite">{closedText(role, status, partner)}</p>
          </div>
          <UnsentDraft threadId={threadId} />
        </>
      )}
    </div>
  );
}

function closedText(role: Role, status: ThreadStatus, partner: string): string {
  if (status === 'automatically-closed') return THREAD.automaticallyClosed;
  const who = role === 'partner' ? 'Reopen it to write.' : `${partner} can reopen it.`;
  return `${THREAD.closed} ${who}`;
}

function ToggleButton({ threadId, status }: { threadId: string; status: ThreadStatus }) {
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

/** A draft left over when the conversation closed; it can still be copied. */
function UnsentDraft({ threadId }: { threadId: string }) {
  const { text } = useDraft(threadId);
  if (text.trim() === '') return null;
  return (
    <details className={classes.unsent}>
      <summary>Your unsent message</summary>
      <p>{text}</p>
    </details>
  );
}
