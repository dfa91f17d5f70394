import type { Role } from '#shared/lib/endpoint.ts';
import { formatDay, formatTime, relativeTime } from '#shared/lib/time.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { filesExpired, processing } from '#shared/files/texts.ts';
import { effectiveStatus, statusLabel, withInstants } from '#shared/sessions/rules.ts';
import type { Status } from '#shared/sessions/rules-status.ts';
import { isDeliveryLate } from '#shared/sessions/rules-delivery.ts';
import { blockedDownload, downloadAt } from '#shared/sessions/rules-download.ts';
import { sessionSteps, type StepAction } from '#shared/sessions/rules-steps.ts';
import type { Tone } from '../../ui/feedback/StatusLabel.tsx';

const instant = (iso: string | null) => (iso === null ? null : Temporal.Instant.from(iso));

/** A session in the form that the rules take. */
export function sessionForRules(session: Session) {
  return {
    ...withInstants(session),
    files_due_at: instant(session.files_due_at),
    hold_expires_at: instant(session.hold_expires_at),
  };
}
export type SessionForRules = ReturnType<typeof sessionForRules>;

const CLIENT_TONES: Readonly<Record<Status, Tone>> = {
  prebooked: 'waiting',
  client_files_upload_required: 'danger',
  client_files_pending_review: 'waiting',
  client_files_update_required: 'danger',
  partner_ready_to_go: 'ready',
  partner_upload_required: 'waiting',
  partner_deliverables_ready: 'ready',
  cancelled: 'done',
};
const PARTNER_TONES: Readonly<Record<Status, Tone>> = {
  prebooked: 'waiting',
  client_files_upload_required: 'waiting',
  client_files_pending_review: 'signal',
  client_files_update_required: 'waiting',
  partner_ready_to_go: 'ready',
  partner_upload_required: 'danger',
  partner_deliverables_ready: 'ready',
  cancelled: 'done',
};

/** The color role of a status for its reader; closed without a delivery is neutral. */
function toneOf(role: Role, status: Status, output: number): Tone {
  if (status === 'partner_deliverables_ready' && output === 0) return 'done';
  return (role === 'partner' ? PARTNER_TONES : CLIENT_TONES)[status];
}

type Labeled = Pick<Session, 'status' | 'start_date' | 'end_date' | 'files' | 'download' | 'delivery_due_at'>;

/**
 * The label of a session's status; for people with limits it may be 'Processing' or 'Files expired'
 * (docs/product/sessions.md#download-state).
 */
export function shownLabel(role: Role, session: Labeled, now: Temporal.Instant): string {
  const held = blockedDownload(session.download, now);
  if (held !== null) return held.state === 'processing' ? processing : filesExpired;
  return statusLabel(role, effectiveStatus(withInstants(session), now), session.files.output);
}

/** The color role of a session's label. */
export function shownTone(role: Role, session: Labeled, now: Temporal.Instant): Tone {
  const held = blockedDownload(session.download, now);
  if (held !== null) return held.state === 'processing' ? 'waiting' : 'done';
  if (lateSince(session, now) !== null) return 'danger';
  return toneOf(role, effectiveStatus(withInstants(session), now), session.files.output);
}

/** Since when session files are late; null while they are not (docs/product/sessions.md#late-delivery). */
export function lateSince(
  session: Pick<Session, 'status' | 'start_date' | 'end_date' | 'delivery_due_at'>,
  now: Temporal.Instant,
): Temporal.Instant | null {
  const due = instant(session.delivery_due_at);
  return isDeliveryLate({ ...withInstants(session), due }, now) ? due : null;
}

/** What the signal chain shows to its reader. */
export interface StatusView {
  readonly steps: ReturnType<typeof sessionSteps>['steps'];
  readonly stopped: boolean;
  readonly sentence: string;
  /** The deadline, "Sat 21 Nov 26, 18:30, in 2 days", with the label before it; null without one. */
  readonly due: { readonly label: string; readonly when: string; readonly distance: string } | null;
  readonly action: StepAction | null;
  /** The secondary button. */
  readonly secondary: StepAction | null;
  readonly tone: Tone;
}

/** The signal chain of a session at `now` in the reader's words and zone (docs/product/sessions.md#signal-chain). */
export function statusView(
  role: Role,
  session: SessionForRules,
  now: Temporal.Instant,
  zone: string,
): StatusView {
  const { steps, next } = sessionSteps(role, session, now);
  const status = effectiveStatus(session, now);
  return {
    steps,
    stopped: status === 'cancelled',
    sentence: next.what,
    due:
      next.by === null
        ? null
        : {
            label:
              status === 'partner_deliverables_ready'
                ? DOWNLOAD_LABELS[downloadAt(session.download, now).state]
                : dueLabel(
                    status,
                    Temporal.Instant.compare(now, next.by) >= 0,
                    next.by.equals(session.ends_at),
                  ),
            when: `${formatDay(next.by, zone)}, ${formatTime(next.by, zone)}`,
            distance: relativeTime(next.by, now),
          },
    action: next.action,
    secondary: next.also,
    tone: shownTone(role, session, now),
  };
}

/** What the instant of a limited download means, within a sentence. */
const DOWNLOAD_LABELS = {
  processing: 'Ready',
  offered: 'Available until',
  expired: 'They expired',
} as const;

function dueLabel(status: Status, isPast: boolean, isEnd: boolean): string {
  if (status === 'prebooked') return 'Held until';
  if (status === 'cancelled') return 'That was on';
  if (status === 'partner_ready_to_go') return isEnd ? 'It ends' : 'It starts';
  return isPast ? 'That was due' : 'Due by';
}
