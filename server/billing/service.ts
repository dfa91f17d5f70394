import {
  DEFAULT_CONCURRENCY,
  endsAt,
  entitlementsOf,
  statusAt,
  type Entitlements,
} from '#shared/billing/rules.ts';
import type { Db } from '../db/transaction.ts';
import * as queries from './queries.ts';

export { creditsBeingBought } from './queries-area.ts';

/** A person's membership at an instant. */
export interface Membership extends Entitlements {
  readonly legacy: boolean;
  readonly planName: string | null;
  readonly nextBillingDate: Temporal.Instant | null;
  /** When the membership ended; null while it runs, and when there was none. */
  readonly ended_at: Temporal.Instant | null;
}

/** The membership of a person without a row: signed up, at standard prices. */
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

/** A person's status, cohort and entitlements at `now` (docs/product/billing.md#status-at-an-instant). */
export async function entitlements(db: Db, personId: string, now: Temporal.Instant): Promise<Membership> {
  const row = (await queries.membershipOf(db, personId)) ?? SIGNED_UP;
  const status = statusAt(row, now);
  const hasEnded = status !== row.status;
  return {
    ...entitlementsOf({ ...row, status }),
    legacy: row.legacy,
    planName: row.plan_name,
    nextBillingDate: hasEnded ? null : row.next_billing_at,
    ended_at: hasEnded ? endsAt(row) : row.ended_at,
  };
}
