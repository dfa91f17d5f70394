import type { TopUpWarning } from './rules-top-up.ts';

/** "1 credit", "3 credits". */
const creditsText = (n: number): string => `${n} ${n === 1 ? 'credit' : 'credits'}`;

/** The top-up modal (docs/product/buying.md#top-up). */
export const TOP_UP = {
  open: 'Top up',
  title: 'Top up your credits',
  provider: 'Payment method',
  card: 'Credit Card',
  paypal: 'PayPal',
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
  plan: 'Your plan has changed.',
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
  cancelBySupport: 'Cancelling comes through our support for now.',
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
