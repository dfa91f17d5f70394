import type { Tx } from '../db/transaction.ts';
import * as queries from './queries.ts';

/** Makes everything that changes a person's holds, sessions and credits wait in line; first in the lock order. */
export function lockPerson(tx: Tx, personId: string): Promise<void> {
  return queries.lockPerson(tx, personId);
}
