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
