import { OFFBOARDING } from '#shared/billing/texts-area.ts';
import type { CancellationTerms } from './api.ts';

/** What becomes of the credits, line by line; `day` is the membership's last one. */
export function losses({ credits }: Pick<CancellationTerms, 'credits'>, day: string): string[] {
  const { plan, bank, trial, kept } = credits;
  const lost = [
    ...(plan > 0 ? [OFFBOARDING.plan(plan, day)] : []),
    ...(bank > 0 ? [OFFBOARDING.bank(bank, day)] : []),
    ...(trial > 0 ? [OFFBOARDING.trial(trial, day)] : []),
  ];
  return [...(lost.length === 0 ? [OFFBOARDING.none] : lost), ...(kept > 0 ? [OFFBOARDING.kept(kept)] : [])];
}
