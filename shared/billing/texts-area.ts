import type { TopUpWarning } from './rules-buying.ts';

/** "1 credit", "3 credits". */
const creditsText = (n: number): string => `${n} ${n === 1 ? 'credit' : 'credits'}`;

/** The top-up modal (docs/product/buying.md#top-up). */
export const TOP_UP = {
  open: 'Top up',
  title: 'Top up your credits',
  quantity: 'Credits',
  more: 'One credit more',
  fewer: 'One credit fewer',
  range: 'Please enter a whole number from 1 to 100.',
  country: 'Billing country',
  countryHint: 'We need it for VAT.',
  needsCountry: 'Please choose your billing country.',
  pay: (total: string) => `Pay ${total}`,
  wait: 'Pay',
  busy: 'Opening the payment page...',
  total: 'Total',
  vat: (percent: number) => `VAT (${percent}%)`,
  reverseCharge: 'Reverse charge: you account for the VAT.',
  afterwards: 'You pay on the page of our payment provider and come back here.',
} as const;

const WARNINGS: Readonly<Record<TopUpWarning, (missing: number) => string>> = {
  'no-credits': () => 'You need credits to book sessions.',
  missing: (n) => `You need ${n} more credit(s) to book this session.`,
};

/** The message of a warning; `missing` is how many credits. */
export const warningText = (warning: TopUpWarning, missing: number): string => WARNINGS[warning](missing);

/** After a payment (docs/product/buying.md#payment-return). */
export const RETURN = {
  credits: (n: number) => (n === 1 ? '1 credit is here.' : `${n} credits are here.`),
  trial: 'Your free trial has begun.',
  member: 'Your membership has begun.',
  resumed: 'Your membership goes on.',
  ending: 'Your membership is cancelled.',
  updating: 'Updating your account...',
  plan: 'Your plan has changed.',
  planned: (plan: string) => `Your plan changes to ${plan} at the end of your period.`,
  holdOver: 'Your hold has run out. Your credits stay: choose a time again.',
  upToDate: 'Your account is up to date.',
  paid: 'Your payment went through.',
  card: 'Your card is updated.',
  cardRetry: 'Your card is updated. We try the failed payment again with it.',
  waiting: 'Thank you! We are waiting for your payment to arrive...',
  late: 'Your payment takes a little longer than usual. You need not do anything: what you bought appears here as soon as it has arrived.',
  again: 'Check again',
  close: 'Close',
} as const;

/** The billing area (docs/product/buying.md#billing-area). */
export const AREA = {
  plan: 'Plan',
  plans: 'See the plans',
  none: 'No plan',
  startNow: 'Start membership now',
  startTitle: 'Start your membership now?',
  startBody: (amount: string | null) =>
    amount === null
      ? 'Your free trial ends now and your first period is charged to your card.'
      : `Your free trial ends now and ${amount} is charged to your card.`,
  startConfirm: 'Start and pay',
  startCancel: 'Keep the trial',
  startBusy: 'Starting...',
  credits: 'Credits',
  bank: 'Credits bank',
  bankText: (credits: number, max: number) => `${credits} of at most ${creditsText(max)}`,
  bankFull: 'Your bank is full: credits that you do not use this period will not be added.',
  noBank: 'Unused credits of this plan do not roll over.',
  card: 'Payment method',
  updateCard: 'Update card',
  updateBusy: 'Opening...',
  noCard: 'No card is saved. A membership saves the card that pays for it.',
  expiresSoon: 'Expires soon',
  invoices: 'Invoices',
  noInvoices: 'No invoices yet. Each payment comes with one.',
  statement: 'Statement',
} as const;

/** The statement (docs/product/credits.md#statement). */
export const STATEMENT = {
  filter: 'Lines shown',
  filters: [
    { key: 'all', text: 'All' },
    { key: 'received', text: 'Received' },
    { key: 'spent', text: 'Spent' },
    { key: 'expired', text: 'Expired' },
  ],
  empty: 'Nothing yet. Credits you get and spend are listed here.',
  none: 'No lines of this kind.',
  csv: 'Download CSV',
} as const;

/** Why a membership is not cancelled, resumed or restarted (docs/product/leaving.md#membership-buttons). */
export const REFUSED = {
  no_membership: 'There is no running membership.',
  already_ending: 'Your membership is ending already.',
  trial_stays: 'A free trial cannot be cancelled here. Please contact our support.',
  not_here: 'This membership cannot be changed here. Please contact our support.',
  not_ending: 'This membership is not ending: there is nothing to resume.',
  not_resumable: 'This membership cannot be resumed. Please choose a plan instead.',
  restart_off: 'The billing cycle cannot be restarted at the moment.',
  payment_failed: 'Your last payment failed. Please update your card first.',
  change_pending: 'Another plan follows this one. Please take that change back first.',
  just_begun: 'Your billing cycle has just begun.',
  price_changed: 'The price has changed since you saw it. Nothing was charged; please look again.',
} as const;

/** The buttons of a membership, and what they say afterwards. */
export const MEMBERSHIP = {
  cancel: 'Cancel membership',
  resuming: 'Resuming...',
  restart: 'Restart Billing Cycle now',
} as const;

const lostBy = (day: string | null): string =>
  day === null ? 'lost at once' : `to be used until ${day}, then lost`;

/** The offboarding modal (docs/product/leaving.md#offboarding). */
export const OFFBOARDING = {
  title: 'Cancel membership',
  reason: 'Why do you want to leave?',
  comments: 'Anything else you would like to tell us?',
  keep: 'Keep my membership',
  next: 'Next',
  back: 'Back',
  confirm: 'Cancel membership',
  busy: 'Cancelling...',
  losses: 'What happens to your credits',
  until: (day: string, isTrial: boolean) =>
    isTrial
      ? `Everything stays as it is until ${day}, when your free trial ends. Nothing is charged.`
      : `Everything stays as it is until ${day}. Nothing more is charged.`,
  /** After a failed payment at PayPal nothing is paid any more. */
  atOnce:
    'Your last payment failed, so your membership ends as soon as you confirm. Nothing more is charged.',
  dropped: (plan: string) => `Your change to ${plan} does not come any more.`,
  plan: (n: number, day: string | null) => `${creditsText(n)} of your plan: ${lostBy(day)}.`,
  bank: (n: number, day: string | null) => `${creditsText(n)} in your credits bank: ${lostBy(day)}.`,
  trial: (n: number, day: string | null) => `${creditsText(n)} of your trial: ${lostBy(day)}.`,
  kept: (n: number) => `${creditsText(n)} from top-ups, bundles and gifts: yours to keep.`,
  none: 'You have no credits that would be lost.',
  acknowledgements: 'Please confirm',
  benefits: 'You will miss',
  ends: (day: string) => `Your membership ends on ${day}.`,
  toBilling: 'To the billing area',
} as const;

const unused = (n: number): string => `${n} unused ${n === 1 ? 'credit' : 'credits'} of your plan`;

/** The dialog of 'Restart Billing Cycle' (docs/product/leaving.md#restarting-the-cycle). */
export const RESTART = {
  title: 'Restart your billing cycle?',
  pay: (total: string) => `You pay ${total} today.`,
  payWithVat: (total: string, net: string, vat: string) => `You pay ${total} today (${net} and ${vat} VAT).`,
  due: (due: string) => `${due} is charged to your card; your balance pays the rest.`,
  period: (day: string) => `Your new period begins now. The next payment is on ${day}.`,
  granted: (n: number) => (n === 1 ? '1 new credit comes at once.' : `${n} new credits come at once.`),
  toBank: (n: number) => `${unused(n)} ${n === 1 ? 'moves' : 'move'} to your credits bank.`,
  lost: (n: number) => `${unused(n)} ${n === 1 ? 'is' : 'are'} lost.`,
  nothingLost: 'No credits are lost.',
  loading: 'Asking for the price...',
  confirm: (total: string) => `Restart and pay ${total}`,
  wait: 'Restart and pay',
  again: 'Try again',
  busy: 'Paying...',
  cancel: 'Not now',
  done: 'Your new billing cycle has begun.',
} as const;

/** The service update modal (docs/product/leaving.md#service-update). */
export const SERVICE_UPDATE = {
  title: 'Service update',
  confirm: 'Please confirm',
  next: 'Next',
  back: 'Back',
  restart: 'Restart Billing Cycle',
  close: 'Close',
} as const;
