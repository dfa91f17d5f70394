import type { Role } from '#shared/lib/endpoint.ts';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { Fact } from './Facts.tsx';

interface CancelledFactsProps {
  readonly session: Session;
  readonly viewer: Role;
  readonly zone: string;
}

/**
 * Who cancelled a session, when, why, and what came back (docs/product/sessions.md#cancelled-sessions); nothing
 * for others.
 */
export function CancelledFacts({ session, viewer, zone }: CancelledFactsProps) {
  const { cancelled, cancelled_at, credits, user } = session;
  if (cancelled === null || cancelled_at === null) return null;
  const at = Temporal.Instant.from(cancelled_at);
  const client = viewer === 'partner' ? user.name : 'you';
  const who = cancelled.by === 'client' ? client : 'the studio';
  const { reasons, notes, refunded } = cancelled;
  return (
    <>
      <Fact label="Cancelled">{`${formatDay(at, zone)}, ${formatTime(at, zone)}, by ${who}`}</Fact>
      {cancelled.undelivered && <Fact label="Reason">Nothing was delivered</Fact>}
      {(cancelled.by === 'client' || reasons.length > 0) && <Fact label="Reason">{reasons.join('. ')}</Fact>}
      {notes !== null && <Fact label="Your note">{notes}</Fact>}
      {refunded !== null && credits > 0 && (
        <Fact label="Credits returned">{refunded === 0 ? 'None' : `${refunded} of ${credits}`}</Fact>
      )}
    </>
  );
}
