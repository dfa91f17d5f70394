import type { Db } from '#server/db/transaction.ts';
import { findViolation } from '#server/db/invariants.ts';
import { INVARIANTS } from '#server/operator/check-data.ts';

/** Violated invariants with their counts; the list is that of `npm run studio -- check`. */
export async function brokenInvariants(db: Db): Promise<string[]> {
  const broken: string[] = [];
  for (const invariant of INVARIANTS) {
    const found = await findViolation(db, invariant);
    if (found !== null) broken.push(`${found.invariant} Not so for ${found.count}: ${found.ids.join(', ')}`);
  }
  return broken;
}
