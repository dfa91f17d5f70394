import { OFFBOARDING } from '#shared/billing/texts-area.ts';
import type { CancellationTerms } from './api.ts';

/** Within a minute of now: what a failed payment ends at once has no day left (docs/product/paypal.md#leaving). */
export const endsAtOnce = ({ ends_at }: Pick<CancellationTerms, 'ends_at'>, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(Temporal.Instant.from(ends_at), now.add({ minutes: 1 })) <= 0;

/** What becomes of the credits, line by line; `day` is the membership's last one, null: it ends at once. */
export function losses({ credits }: Pick<CancellationTerms, 'credits'>, day: string | null): string[] {
  const { plan, bank, trial, kept } = credits;
  const lost = [
    ...(plan > 0 ? [OFFBOARDING.plan(plan, day)] : []),
    ...(bank > 0 ? [OFFBOARDING.bank(bank, day)] : []),
    ...(trial > 0 ? [OFFBOARDING.trial(trial, day)] : []),
  ];
  return [...(lost.length === 0 ? [OFFBOARDING.none] : lost), ...(kept > 0 ? [OFFBOARDING.kept(kept)] : [])];
}
