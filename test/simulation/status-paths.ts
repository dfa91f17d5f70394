const WAITING = [
  'client_files_upload_required',
  'client_files_pending_review',
  'client_files_update_required',
  'partner_ready_to_go',
];

/**
 * Where each status may lead within a day, by the table of statuses (docs/product/sessions.md#statuses), written apart
 * from the product. Every way out of the first four is open until the session's end.
 */
const LEADS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    WAITING.map((status) => [
      status,
      [...WAITING, 'partner_upload_required', 'partner_deliverables_ready', 'cancelled'],
    ]),
  ),
  partner_upload_required: ['partner_deliverables_ready', 'cancelled'],
  partner_deliverables_ready: ['partner_upload_required', 'cancelled'],
  cancelled: [],
};

/** Whether a session may have come from one status to another. */
export const canBecome = (from: string, to: string): boolean =>
  from === to || (LEADS[from]?.includes(to) ?? false);
