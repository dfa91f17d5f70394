import {
  DEFAULT_CONCURRENCY,
  endsAt,
  entitlementsOf,
  statusAt,
  type Entitlements,
} from '../../shared/billing/rules.ts';
import type { Db } from '../db/transaction.ts';
import * as queries from './queries.ts';

/** What a person's membership is at an instant: what booking asks, and what the "user" of part 1 section 3 shows. */
export interface Membership extends Entitlements {
  readonly legacy: boolean;
  readonly planName: string | null;
  readonly nextBillingDate: Temporal.Instant | null;
  /** When the membership ended; null while it lasts, and when there was none. */
  readonly ended_at: Temporal.Instant | null;
}

/** Before there is any membership: signed up, with the standard prices. */
const SIGNED_UP = {
  status: 'signup',
  plan_name: null,
  is_annual: false,
  legacy: false,
  has_exclusive_prices: false,
  is_pre_pivot: false,
  concurrency: DEFAULT_CONCURRENCY,
  next_billing_at: null,
  trial_ends_at: null,
  ended_at: null,
} as const;

/** A person's status, cohort and entitlements at `now` (decisions 3, 4 and 8). */
export async function entitlements(db: Db, personId: string, now: Temporal.Instant): Promise<Membership> {
  const row = (await queries.membershipOf(db, personId)) ?? SIGNED_UP;
  const status = statusAt(row, now);
  const ranOut = status !== row.status;
  return {
    ...entitlementsOf({ ...row, status }),
    legacy: row.legacy,
    planName: row.plan_name,
    nextBillingDate: ranOut ? null : row.next_billing_at,
    ended_at: ranOut ? endsAt(row) : row.ended_at,
  };
}
