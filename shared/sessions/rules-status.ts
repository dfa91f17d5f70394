/** The statuses of the API (docs/product/sessions.md#statuses). */
export const SESSION_STATUSES = [
  'client_files_upload_required',
  'client_files_pending_review',
  'client_files_update_required',
  'partner_ready_to_go',
  'partner_upload_required',
  'partner_deliverables_ready',
  'cancelled',
] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];
/** A session's status, or that of an unconfirmed hold. */
export type Status = 'prebooked' | SessionStatus;
