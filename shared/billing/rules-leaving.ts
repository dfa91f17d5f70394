import { bankMaxOf, type UserStatus } from './rules.ts';
import type { Provider } from './rules-provider.ts';

/** What can be done with a membership besides choosing another plan. */
export const MEMBERSHIP_ACTIONS = ['start', 'resume', 'restart', 'cancel'] as const;
export type MembershipAction = (typeof MEMBERSHIP_ACTIONS)[number];

/** Why one of them is not possible. */
export type ActionRefusal =
  | 'no_membership'
  | 'no_trial'
  | 'already_ending'
  | 'trial_stays'
  | 'not_here'
  | 'not_ending'
  | 'not_resumable'
  | 'restart_off'
  | 'payment_failed'
  | 'change_pending';

/** What a membership is, as far as these depend on it. */
export interface MembershipFacts {
  readonly status: UserStatus | null;
  readonly legacy: boolean;
  /** Who keeps the subscription; null: nobody, as an imported membership or a trial without a card. */
  readonly provider: Provider | null;
  /** The next billing date, or when the membership ends, is known. */
  readonly hasDate: boolean;
  readonly lastPayment: 'success' | 'failed' | null;
  /** Another plan follows. */
  readonly isChanging: boolean;
}

export interface LeavingFlags {
  readonly 'trial-cancellations': boolean;
  readonly 'restart-billing-cycle': boolean;
}

/** Why an action is not possible now; null: it is (docs/product/leaving.md#membership-buttons). */
export function actionRefusal(
  action: MembershipAction,
  facts: MembershipFacts,
  flags: LeavingFlags,
): ActionRefusal | null {
  switch (action) {
    case 'start':
      return facts.status === 'trial' ? null : 'no_trial';
    case 'cancel':
      return cancelRefusal(facts, flags);
    case 'resume':
      if (facts.status !== 'pending_cancellation') return 'not_ending';
      return facts.provider === 'stripe' && !facts.legacy ? null : 'not_resumable';
    case 'restart':
      return restartRefusal(facts, flags);
  }
}

function cancelRefusal(
  { status, provider, hasDate }: MembershipFacts,
  flags: LeavingFlags,
): ActionRefusal | null {
  if (status === 'pending_cancellation') return 'already_ending';
  if (status === 'trial') return flags['trial-cancellations'] ? null : 'trial_stays';
  if (status !== 'subscriber' && status !== 'wix-user') return 'no_membership';
  return provider === null && !hasDate ? 'not_here' : null;
}

function restartRefusal(
  { status, provider, lastPayment, isChanging }: MembershipFacts,
  flags: LeavingFlags,
): ActionRefusal | null {
  if (status !== 'subscriber') return 'no_membership';
  if (!flags['restart-billing-cycle']) return 'restart_off';
  if (provider !== 'stripe') return 'not_here';
  if (lastPayment === 'failed') return 'payment_failed';
  return isChanging ? 'change_pending' : null;
}

/** Refusals that pass: their button is there, disabled, and says why. */
export type Blocked = Extract<ActionRefusal, 'payment_failed' | 'change_pending'>;

const isBlocked = (refusal: ActionRefusal): refusal is Blocked =>
  refusal === 'payment_failed' || refusal === 'change_pending';

export interface MembershipButton {
  readonly action: MembershipAction;
  /** null: it can be pressed. */
  readonly blocked: Blocked | null;
}

/** The buttons of a membership in the billing tab (docs/product/leaving.md#membership-buttons). */
export function membershipButtons(facts: MembershipFacts, flags: LeavingFlags): MembershipButton[] {
  return MEMBERSHIP_ACTIONS.flatMap((action): MembershipButton[] => {
    const refusal = actionRefusal(action, facts, flags);
    if (refusal === null) return [{ action, blocked: null }];
    return isBlocked(refusal) ? [{ action, blocked: refusal }] : [];
  });
}

/** Minutes within which a restart or the taking back of a cancellation counts as pressed twice. */
export const REPEAT_MINUTES = 10;

/** Whether two instants are so near that the second one is a repeat of the first. */
export function isRepeat(at: Temporal.Instant, now: Temporal.Instant): boolean {
  return at.until(now).abs().total('minutes') < REPEAT_MINUTES;
}

/** What a paid renewal today does to the credits of the period that it ends (docs/product/credits.md#renewal). */
export function restartCredits(
  plan: { readonly credits: number; readonly has_rollover: boolean },
  has: { readonly unspent: number; readonly bank: number },
): { readonly to_bank: number; readonly lost: number } {
  const room = Math.max(0, bankMaxOf(plan) - has.bank);
  const to_bank = plan.has_rollover ? Math.min(has.unspent, room) : 0;
  return { to_bank, lost: has.unspent - to_bank };
}

/** The version of the service update that opens by itself; null: none (docs/product/leaving.md#service-update). */
export function dueServiceUpdate(
  { status, seen }: { readonly status: UserStatus | null; readonly seen: number },
  { version, isOn }: { readonly version: number; readonly isOn: boolean },
): number | null {
  return isOn && status === 'subscriber' && version > seen ? version : null;
}
