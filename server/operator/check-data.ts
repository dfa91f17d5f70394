import { ACCOUNT_INVARIANTS } from '../accounts/service.ts';
import { BILLING_INVARIANTS } from '../billing/service.ts';
import { WAITING_INVARIANTS } from '../booking/service.ts';
import { PAY_INVARIANTS } from '../calendar/service.ts';
import { CATALOGUE_INVARIANTS } from '../catalogue/service.ts';
import { CREDIT_INVARIANTS } from '../credits/service.ts';
import { inReadOnlySnapshot } from '../db/backup/snapshot.ts';
import { DATABASE_INVARIANTS, findViolation, type Violation, type Invariant } from '../db/invariants.ts';
import { checkStorage, FILE_INVARIANTS } from '../files/service.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { MESSAGE_INVARIANTS } from '../messages/service.ts';
import { MAIL_INVARIANTS } from '../notifications/service.ts';
import { PRIVACY_INVARIANTS } from '../privacy/service.ts';
import { REFERRAL_INVARIANTS } from '../referrals/service.ts';
import { SESSION_INVARIANTS } from '../sessions/service.ts';
import * as queries from './queries.ts';
import { storedTotals } from './system/queries-storage.ts';

/** All invariants, rooms by rank. Tests check their databases against the same list. */
export const INVARIANTS: readonly Invariant[] = [
  ...DATABASE_INVARIANTS,
  ...ACCOUNT_INVARIANTS,
  ...CATALOGUE_INVARIANTS,
  ...CREDIT_INVARIANTS,
  ...PAY_INVARIANTS,
  ...BILLING_INVARIANTS,
  ...SESSION_INVARIANTS,
  ...MESSAGE_INVARIANTS,
  ...FILE_INVARIANTS,
  ...WAITING_INVARIANTS,
  ...PRIVACY_INVARIANTS,
  ...REFERRAL_INVARIANTS,
  ...MAIL_INVARIANTS,
];

/** What a check found: empty when all is in order. */
export interface Checked {
  readonly breaches: readonly Violation[];
  readonly seconds: number;
}

/**
 * Checks the data in one read-only snapshot, then files against storage (docs/product/operator.md#check-of-the-data).
 * Breaches are logged with ids and recorded.
 */
export async function checkData(ctx: Ctx): Promise<Checked> {
  const begun = performance.now();
  const violations = await inReadOnlySnapshot(ctx.db, async (tx) => {
    const breaches: Violation[] = [];
    for (const invariant of INVARIANTS) {
      const breach = await findViolation(tx, invariant);
      if (breach !== null) breaches.push(breach);
    }
    return breaches;
  });
  const orphans = { files: 0, bytes: 0 };
  const inStorage = await checkStorage(ctx, ({ size }) => {
    orphans.files += 1;
    orphans.bytes += size;
  });
  const breaches = [...violations, ...inStorage];
  const storage = { ...(await storedTotals(ctx.db)), orphans };
  const milliseconds = Math.round(performance.now() - begun);
  for (const breach of breaches) ctx.log.error({ ...breach }, 'the data breaks an invariant');
  if (breaches.length === 0) ctx.log.info({ milliseconds }, 'the data is in order');
  await queries.recordCheck(ctx.db, { now: ctx.now, milliseconds, breaches, storage });
  return { breaches, seconds: milliseconds / 1000 };
}
