import type { ChangeKind, RolloverNotice, UnableReason } from './rules-change.ts';

const creditsText = (n: number): string => `${n} ${n === 1 ? 'credit' : 'credits'}`;

/** The dialog about a change of plan (docs/product/plan-changes.md#the-dialog). */
export const CHANGE = {
  back: 'Back to the plans',
  today: 'Due today',
  nothingToday: '$0',
  newPlan: 'New plan',
  from: 'From',
  next: 'Next payment',
  credits: 'Your credits',
  balance: (amount: string) => `${amount} stays as your balance and pays your next invoices.`,
  howTitle: 'How is the credit counted?',
  how: 'By what is left of your period, in time or in credits, whichever is less. For example, 15 days left on an $89 plan give a $44.50 credit, while at least half of its credits are unspent.',
  goOn: 'Go on',
  busy: 'Changing your plan...',
  confirmDowngrade: 'Downgrade',
  done: (plan: string) => `You're on ${plan} now.`,
  planned: (plan: string, day: string) => `Your plan changes to ${plan} on ${day}.`,
  keep: 'Keep my plan',
  keepBusy: 'Keeping your plan...',
  kept: 'You keep your plan.',
} as const;

/** The button of a change at once; `amount` is null where nothing is due. */
export function changeButton(kind: ChangeKind, amount: string | null): string {
  const verb = kind === 'upgrade' ? 'upgrade' : 'switch';
  return amount === null ? `${verb[0]?.toUpperCase()}${verb.slice(1)} now` : `Pay ${amount} and ${verb}`;
}

/** The notices about the bank (docs/product/plan-changes.md#rollover-notices). */
export const NOTICES: Readonly<
  Record<RolloverNotice, { readonly title: string; readonly body: (plan: string, bankMax: number) => string }>
> = {
  downgrade_with_rollover: {
    title: 'Downgrade with rollover',
    body: (plan, bankMax) =>
      `Unused credits still roll over with ${plan}. Your bank holds at most ${creditsText(bankMax)} then; what it has above stays, and does not grow.`,
  },
  downgrade_without_rollover: {
    title: 'Downgrade without rollover',
    body: (plan) =>
      `${plan} has no rollover: from then on unused credits end with their period. What your bank has stays, and does not grow.`,
  },
  switch: {
    title: 'Switch',
    body: (plan) =>
      `${plan} has no rollover: unused credits end with their period. What your bank has stays, and does not grow.`,
  },
};

/** Why a plan cannot be changed (docs/product/plan-changes.md#unable-to-switch). */
export const UNABLE: Readonly<Record<UnableReason, string>> = {
  last_payment_failed: 'Your last payment failed. Please update your payment method first.',
  change_pending: 'Your plan changes at the end of the period already. Take that back first.',
  no_price: 'This plan is not for sale here.',
  credit_above_price:
    'What is left of your period is worth more than this plan costs, and PayPal cannot keep the rest for you. Please choose it later, or a larger plan.',
};
export const UNABLE_LABEL = 'Unable to switch';

const SPENT = 'A credit of this period that you spend before you have paid is taken from the new ones.';

/** What a change does to the credits, a line each. */
export function creditLines(
  { lost, granted, bank }: { readonly lost: number; readonly granted: number; readonly bank: number },
  { isNow, givesBack }: { readonly isNow: boolean; readonly givesBack: boolean },
): string[] {
  const ends = `${creditsText(lost)} of this period ${lost === 1 ? 'ends' : 'end'} now`;
  const share = `you get ${lost === 1 ? 'its' : 'their'} share back above`;
  const come = `${creditsText(granted)} ${granted === 1 ? 'comes' : 'come'}`;
  const now =
    lost === 0
      ? "This period's credits are used up, so nothing is given back for it."
      : `${ends}: ${givesBack ? share : 'nothing is left of what they cost'}.`;
  return [
    ...(isNow
      ? [now, `${come} at once.`, ...(lost === 0 ? [] : [SPENT])]
      : [`Nothing ends now. ${come} with the new plan.`]),
    ...(bank === 0 ? [] : [`The ${creditsText(bank)} in your bank ${bank === 1 ? 'stays' : 'stay'}.`]),
  ];
}
