import type { Role } from '../../../shared/lib/endpoint.ts';
import { formatDay, formatTime, relativeTime } from '../../../shared/lib/time.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import { effectiveStatus, withInstants, type Status } from '../../../shared/sessions/rules.ts';
import { signalChain, type ChainAction, type ChainSession } from '../../../shared/sessions/rules-chain.ts';
import type { Tone } from '../../ui/StatusLabel.tsx';

const instant = (iso: string | null) => (iso === null ? null : Temporal.Instant.from(iso));

/** A session of the wire in the form that the rules judge. */
export function judged(session: Session) {
  return {
    ...withInstants(session),
    files_due_at: instant(session.files_due_at),
    hold_expires_at: instant(session.hold_expires_at),
  };
}
export type Judged = ReturnType<typeof judged> & Pick<ChainSession, 'download'>;

const CLIENT_TONES: Readonly<Record<Status, Tone>> = {
  prebooked: 'action',
  client_files_upload_required: 'action',
  client_files_pending_review: 'waiting',
  client_files_update_required: 'action',
  partner_ready_to_go: 'ready',
  partner_upload_required: 'waiting',
  partner_deliverables_ready: 'ready',
  cancelled: 'done',
};
const PARTNER_TONES: Readonly<Record<Status, Tone>> = {
  prebooked: 'waiting',
  client_files_upload_required: 'waiting',
  client_files_pending_review: 'action',
  client_files_update_required: 'waiting',
  partner_ready_to_go: 'ready',
  partner_upload_required: 'action',
  partner_deliverables_ready: 'done',
  cancelled: 'done',
};

/** What a status asks of its reader, as the label's shape; closed without a delivery asks nothing. */
export function toneOf(role: Role, status: Status, output: number): Tone {
  if (status === 'partner_deliverables_ready' && output === 0) return 'done';
  return (role === 'partner' ? PARTNER_TONES : CLIENT_TONES)[status];
}

/** Where a session stands for its reader: what the signal chain draws and says. */
export interface Standing {
  readonly steps: ReturnType<typeof signalChain>['steps'];
  readonly stopped: boolean;
  readonly sentence: string;
  /** By when, "Sat 21 Nov 26, 18:30, in 2 days", with the words before it; null without a date. */
  readonly due: { readonly words: string; readonly when: string; readonly distance: string } | null;
  readonly action: ChainAction | null;
  /** A second way on, beside the first. */
  readonly also: ChainAction | null;
  /** The reader is who has to act. */
  readonly yours: boolean;
}

/** The signal chain of a session at `now` in the reader's words and zone (look.md "The signal chain"). */
export function standingOf(role: Role, session: Judged, now: Temporal.Instant, zone: string): Standing {
  const { steps, next } = signalChain(role, session, now);
  const status = effectiveStatus(session, now);
  const mine = role === 'partner' ? 'partner' : 'client';
  return {
    steps,
    stopped: status === 'cancelled',
    sentence: next.what,
    due:
      next.by === null
        ? null
        : {
            words: dueWords(
              status,
              Temporal.Instant.compare(now, next.by) >= 0,
              next.by.equals(session.ends_at),
            ),
            when: `${formatDay(next.by, zone)}, ${formatTime(next.by, zone)}`,
            distance: relativeTime(next.by, now),
          },
    action: next.action,
    also: next.also,
    yours: next.who === mine && next.action !== null && next.action !== 'join',
  };
}

function dueWords(status: Status, over: boolean, isEnd: boolean): string {
  if (status === 'prebooked') return 'Held until';
  if (status === 'partner_deliverables_ready') return over ? 'They expired' : 'Ready';
  if (status === 'partner_ready_to_go') return isEnd ? 'It ends' : 'It starts';
  return over ? 'That was due' : 'Due by';
}
