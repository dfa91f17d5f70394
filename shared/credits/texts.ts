import type { LotSource } from './rules.ts';

/** Why the ledger has an entry. */
export type EntryReason = 'grant' | 'spend' | 'refund' | 'expiry' | 'withdrawal' | 'rollover' | 'return';

const GRANTED: Readonly<Record<LotSource, string>> = {
  plan: 'Plan credits',
  rollover: 'Credits bank, left over from your plan',
  'top-up': 'Top-up',
  bundle: 'Bundle',
  trial: 'Trial credit',
  referral: 'Referral reward',
  operator: 'From the studio',
  refund: 'Refund',
};

/** What a line of the statement is about (docs/product/credits.md#statement). */
export function statementLabel(entry: {
  readonly reason: EntryReason;
  readonly source: LotSource;
  readonly session_id: number | null;
}): string {
  const session = entry.session_id === null ? '' : ` #${entry.session_id}`;
  if (entry.reason === 'spend') return `Session${session}`;
  if (entry.reason === 'return') return `Returned: ${GRANTED[entry.source].toLowerCase()}`;
  if (entry.reason === 'withdrawal') return `Withdrawn: ${GRANTED[entry.source].toLowerCase()}`;
  // A refund lot without a session came back with a dispute that was won.
  if (entry.reason === 'grant' && entry.source === 'refund' && entry.session_id === null)
    return 'Returned credits';
  if (entry.reason === 'refund' || entry.source === 'refund')
    return entry.reason === 'expiry' ? 'Expired: refund' : `Refund of session${session}`;
  if (entry.reason === 'expiry') return `Expired: ${GRANTED[entry.source].toLowerCase()}`;
  if (entry.reason === 'rollover') return 'Moved to your credits bank';
  return GRANTED[entry.source];
}

/** The columns of the statement as CSV; times are those of the reader's zone. */
export const STATEMENT_COLUMNS = ['Date', 'What', 'Credits', 'Balance', 'Expires'] as const;
