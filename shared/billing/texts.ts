/** The texts of /payment-details (docs/product/buying.md#payment-details). */
export const OFFERS = {
  title: 'Pick your offer',
  saleTitle: 'Cyber Monday deals',
  joinFree: 'JOIN FREE',
  busy: 'GETTING STARTED...',
  choose: 'Choose an option',
  noCard: 'No credit card required',
  vat: 'VAT Charges may apply',
} as const;

/** The second step (docs/product/buying.md#paying). */
export const PAYMENT = {
  title: 'Enter your payment details',
  selected: 'SELECTED PLAN',
  change: 'CHANGE PLAN',
  startTrial: 'START YOUR FREE TRIAL',
  getBundle: 'GET YOUR BUNDLE',
  startMembership: 'START YOUR MEMBERSHIP',
  /** Over a running subscription, where nothing is paid now. */
  confirmTitle: 'Confirm your plan',
  resume: 'RESUME MEMBERSHIP',
  changeTrial: 'CHOOSE THIS PLAN',
  busy: 'GETTING STARTED...',
} as const;

/** The suffix of a plan's title that begins with a free trial. */
export const trialSuffix = (days: number): string => ` - Free trial (${days} days)`;

/** Below the form; `country` is its name. */
export const secureCheckout = (country: string): string => `Billing Country: ${country} / Secure Checkout`;

/** The button of one's own plan while it is ending. */
export const RESUME = 'Resume membership';

/** The modals of plans (docs/product/buying.md#plans-modal). */
export const PLANS = {
  title: 'Plans and offers',
  upgradeTitle: 'Upgrade your plan',
  upsellTitle: 'Choose a larger plan',
  largest: 'You have the largest plan already',
  largestHint: 'For more, please contact support.',
  recommended: 'Recommended',
  monthly: 'Monthly',
  yearly: 'Yearly',
  periods: 'Billed by the month or the year',
  changeTitle: (plan: string) => `Change to ${plan}`,
  /** The usage note of `billing-upgrade`. */
  limitReached: 'You have reached your credits limit. Top up, choose an offer below, or contact support.',
} as const;

/** The banners of a membership (docs/product/ui.md#banners). */
export const MEMBERSHIP_BANNERS = {
  paymentFailed: 'Your last payment failed.',
  ended: 'Your membership is no longer active but you can still buy credits on demand!',
} as const;

/** The thank-you screen's heading. */
export const thanks = (name: string): string => `Nice, ${name}!`;

/** Its button, by the trial flag. */
export const bookFirst = (freeTrial: boolean): string =>
  freeTrial ? 'BOOK YOUR FREE SESSION' : 'BOOK YOUR FIRST SESSION';

/** Its other button, for whom the files of a session wait. */
export const backToFiles = 'BACK TO YOUR FILES';

/** Choosing between card and PayPal (docs/product/buying.md#payment-method-picker). */
export const METHOD = {
  title: 'How would you like to pay?',
  label: 'Payment method',
  names: { stripe: 'Credit Card', paypal: 'PayPal' },
  hints: {
    stripe: 'You type your card on the next page.',
    paypal: 'You approve the payment in your PayPal account and come back here.',
  },
  goOn: 'Continue',
  back: 'Back to the plans',
} as const;

/** Paying through PayPal (docs/product/buying.md#paying). */
export const PAYPAL = {
  /** Above the button that leads there. */
  note: 'You approve this at PayPal and come back here. Until then nothing is charged.',
  /** Beside what else it means. */
  approval: 'You approve it at PayPal.',
  /** The same plan over one that is ending. */
  again: 'Your membership goes on with a new agreement. Nothing is charged before the paid time is over.',
  goOn: 'Continue at PayPal',
  busy: 'Opening PayPal...',
  pay: (amount: string) => `Pay ${amount} at PayPal`,
  approve: 'Approve at PayPal',
  brokenOff: 'You came back from PayPal without approving. Nothing has changed and nothing was charged.',
  notDone: 'PayPal did not complete this payment. Nothing was charged; please try again, or pay by card.',
  /** Above it, in the place of the thanks. */
  notDoneTitle: 'Your payment did not go through',
  trialUsed:
    'This PayPal account has had a free trial before, so no other one begins. Nothing was charged. You are welcome to become a member without a trial.',
  trialUsedTitle: 'Your free trial did not begin',
  /** To the offers, after that. */
  choose: 'Choose again',
  startBody: (amount: string | null) =>
    `You approve ${amount === null ? 'the first payment' : amount} at PayPal. Your free trial goes on until it is paid.`,
} as const;

/** The payment method in the billing area (docs/product/buying.md#payment-method). */
export const PAYPAL_METHOD = {
  account: 'PayPal',
  manage: 'Manage it at PayPal',
  /** 'Change payment method', to the other one. */
  move: { stripe: 'Pay by card instead', paypal: 'Pay by PayPal instead' },
  moveTitle: { stripe: 'Pay by card', paypal: 'Pay by PayPal' },
  moveNote: {
    stripe:
      'A new period begins today, paid by your card. Once it is paid, your agreement with us at PayPal ends.',
    paypal:
      'A new period begins today, paid at PayPal. Once you have approved it, your card is not charged any more.',
  },
  /** In a trial nothing is charged by it (docs/product/plan-changes.md#moving-a-trial). */
  trialNote: (day: string, amount: string | null) =>
    `Your free trial goes on until ${day}, and nothing is charged before. Then you pay ${amount ?? 'the first period'}.`,
  trialEnds: {
    stripe: 'Once your card is accepted, your agreement with us at PayPal ends.',
    paypal: 'Once you have approved it at PayPal, your card is not charged any more.',
  },
  notNow: 'Not now',
  takeCard: 'Use this card',
  cardBusy: 'Checking your card...',
  cardUsed: 'Your card pays when your free trial ends.',
} as const;

/** Coming back to a membership that ends at PayPal (docs/product/leaving.md#coming-back-at-paypal). */
export const BUY_AGAIN = {
  title: 'Changed your mind?',
  body: (day: string) =>
    `An agreement that is cancelled at PayPal cannot be resumed. Buy the same plan again: nothing is due until ${day}, and your credits stay.`,
  button: 'Buy the same plan again',
  offboarding: (day: string) =>
    `PayPal ends our agreement at once. Until ${day} you can come back in the billing area by buying the same plan again; nothing is due before that day.`,
} as const;

/** Said where a payment provider refuses what nobody expected it to refuse. */
export const PROVIDER_REFUSED = {
  said: (words: string) => `Our payment provider refused this: ${words}`,
  unknown: 'Our payment provider does not know what this is about. Please contact our support.',
} as const;
