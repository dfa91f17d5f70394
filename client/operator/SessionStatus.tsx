import { SESSION_LABELS } from '#shared/operator/texts-people.ts';
import type { SessionStatus as Status } from '#shared/sessions/rules-status.ts';
import { StatusLabel, type Tone } from '../ui/feedback/StatusLabel.tsx';

const TONES: Readonly<Record<Status, Tone>> = {
  client_files_upload_required: 'waiting',
  client_files_pending_review: 'waiting',
  client_files_update_required: 'waiting',
  partner_ready_to_go: 'ready',
  partner_upload_required: 'signal',
  partner_deliverables_ready: 'ready',
  cancelled: 'done',
};

/** A session's status as operators read it. */
export function SessionStatus({ status }: { readonly status: Status }) {
  return <StatusLabel tone={TONES[status]}>{SESSION_LABELS[status]}</StatusLabel>;
}
