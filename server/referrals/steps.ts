import type { Tx } from '../db/transaction.ts';
import * as queries from './queries.ts';

interface Accepting {
  readonly code: string;
  /** Whoever has just been made, in this transaction. */
  readonly personId: string;
  readonly email: string;
  readonly now: Temporal.Instant;
}

/**
 * Lets a new person come in by an invitation's code; the code counts, not the e-mail (decisions 9). One invitation
 * brings one person; whoever comes second is told 'used' and signs up all the same, as with a code that is 'unknown' or has expired.
 */
export async function acceptCode(
  tx: Tx,
  { code, personId, now }: Accepting,
): Promise<'accepted' | 'unknown' | 'used'> {
  if (await queries.accept(tx, { code, personId, now })) return 'accepted';
  const found = await queries.byCode(tx, code);
  return found === undefined || found.status === 'awaiting-to-accept' ? 'unknown' : 'used';
}
