import type { LedgerEntry } from './contract-session.ts';
import type { RecordedEvent } from '../sessions/rules.ts';
import type { SessionVerb, When } from './rules-sessions.ts';

/** Parts of time by which sessions are listed. */
export const WHEN_LABELS: Readonly<Record<When, string>> = {
  upcoming: 'Not over yet',
  today: 'Today',
  week: '7 days from today',
  past: 'Over',
};

/** What is recorded of a session, for neither side. */
export const EVENT_LABELS: Readonly<Record<RecordedEvent, string>> = {
  confirm_awaiting_files: 'Booked',
  confirm_without_files: 'Booked',
  presession_files_in: 'Files are in',
  presession_files_deleted: 'All files deleted',
  approve: 'Marked ready to go',
  request_files: 'Other files asked for',
  end_passes: 'The end passed',
  output_files_in: 'Session files delivered',
  close: 'Closed by the musician',
  output_files_deleted: 'All session files deleted',
  not_delivered: 'Set to not delivered',
  cancel: 'Cancelled',
  rescheduled: 'Moved',
};

/** Why credits moved. */
export const LEDGER_LABELS: Readonly<Record<LedgerEntry['reason'], string>> = {
  grant: 'Granted',
  spend: 'Spent',
  refund: 'Given back',
  expiry: 'Expired',
  withdrawal: 'Withdrawn',
  rollover: 'Moved to the bank',
  return: 'Returned',
};

/** What an operator does with a session. */
export const VERB_LABELS: Readonly<Record<SessionVerb, string>> = {
  move: 'Move',
  cancel: 'Cancel session',
  not_delivered: 'Set to not delivered',
};
