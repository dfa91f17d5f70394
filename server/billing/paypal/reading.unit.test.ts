import { describe, expect, test } from 'vitest';
import { disputesOf } from './disputes.ts';
import type * as objects from './objects.ts';
import { customIdOf, linkedId, moneyOf, ownerOf } from './objects.ts';
import { cycleAt, cyclePeriod } from './periods.ts';
import { planOf } from './plan-of.ts';
import type { Revision, Sold, Terms } from './queries-paypal.ts';
import { subscriptionPayments, unknownRefunds } from './to-payments.ts';
import { toSubscription } from './to-subscription.ts';

const PERSON = '0190f6a2-0000-7000-8000-000000000001';
const PURCHASE = '0190f6a2-0000-7000-8000-000000000002';
const at = (text: string) => Temporal.Instant.from(text);
/** When it was made and approved, and when the first cycle is charged. */
const [MADE, FIRST] = ['2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'];

const TERMS = new Map<string, Terms>([
  ['P-5', { price_id: 'P-5', unit_cents: 19_900, is_annual: false, kind: 'plan' }],
  ['P-2', { price_id: 'P-2', unit_cents: 9900, is_annual: false, kind: 'plan' }],
]);

const SOLD: Sold = {
  id: PURCHASE,
  kind: 'plan',
  provider_id: 'I-1',
  price_id: 'P-5',
  quantity: 1,
  is_trial: false,
  cycles_from: at(FIRST),
  net_cents: 19_900,
  vat_cents: 4577,
  vat_basis_points: 2300,
  credited_unspent: null,
  expires_at: at(MADE).add({ hours: 3 }),
};
const TRIAL = { is_trial: true, net_cents: 0, vat_cents: 0 } as const;

const sale = (time: string, cents: number, more: Partial<objects.Transaction> = {}): objects.Transaction => ({
  id: `S-${time}`,
  status: 'COMPLETED',
  time,
  amount_with_breakdown: { gross_amount: moneyOf(cents) },
  ...more,
});
const SETUP = sale(MADE, 24_477);
const CYCLE = sale('2026-02-28T11:30:00Z', 24_477);

interface Said extends Partial<objects.Subscription> {
  readonly sales?: readonly objects.Transaction[];
  readonly sold?: Partial<Sold> | null;
  readonly revisions?: readonly Revision[];
  readonly now?: string;
  readonly cancelledUntil?: string;
  readonly isEndedAtOnce?: boolean;
}

function read({ sales = [SETUP], sold = {}, revisions = [], now = MADE, ...more }: Said) {
  const { cancelledUntil, isEndedAtOnce = false, ...said } = more;
  const subscription: objects.Subscription = {
    id: 'I-1',
    status: 'ACTIVE',
    status_update_time: MADE,
    plan_id: 'P-5',
    start_time: FIRST,
    create_time: MADE,
    custom_id: customIdOf(PERSON, PURCHASE),
    subscriber: { payer_id: 'PAYER', email_address: 'anna@payer.test' },
    plan: { taxes: { percentage: '23' } },
    ...said,
  };
  const rows = sold === null ? [] : [{ ...SOLD, ...sold }];
  const plan = planOf({ subscription, transactions: sales }, { sold: rows, revisions, terms: TERMS });
  const payments = subscriptionPayments(plan, { fetched: { refunds: [], disputes: [] }, now: at(now) });
  const until = cancelledUntil === undefined ? null : at(cancelledUntil);
  const facts = { payments, cancelledUntil: until, isEndedAtOnce, now: at(now) };
  return { payments, subscription: toSubscription(plan, facts) };
}

const failing = (attempts: number): Said => ({
  sales: [SETUP],
  billing_info: {
    failed_payments_count: attempts,
    last_failed_payment: { next_payment_retry_time: '2026-03-05T10:00:00Z' },
  },
});

describe('the status of a subscription', () => {
  test.for<[string, Said, string, { cancel_at?: string; ended_at?: string }]>([
    ['not approved', { status: 'APPROVAL_PENDING', sales: [] }, 'incomplete', {}],
    ['approved, not begun', { status: 'APPROVED', sales: [] }, 'incomplete', {}],
    [
      'not approved within a day',
      { status: 'APPROVAL_PENDING', sales: [], now: '2026-02-01T10:00:00Z' },
      'incomplete_expired',
      { ended_at: '2026-02-01T10:00:00Z' },
    ],
    ['active', {}, 'active', {}],
    ['active, and its first payment has not come', { sales: [] }, 'incomplete', {}],
    [
      'its first payment was declined',
      { status: 'CANCELLED', sales: [] },
      'incomplete_expired',
      { ended_at: FIRST },
    ],
    ['nothing was due', { sales: [], sold: { net_cents: 0, vat_cents: 0 } }, 'active', {}],
    ['in a trial', { sales: [], sold: TRIAL }, 'trialing', {}],
    ['after a trial', { sales: [CYCLE], sold: TRIAL }, 'active', {}],
    ["a trial's first charge failed", { ...failing(1), sales: [], sold: TRIAL }, 'past_due', {}],
    ['a charge failed', failing(2), 'past_due', {}],
    ['something is owed', { billing_info: { outstanding_balance: moneyOf(24_477) } }, 'past_due', {}],
    ['cancelled, paid until then', { status: 'CANCELLED' }, 'active', { cancel_at: FIRST }],
    [
      'cancelled here, by what was kept then',
      { status: 'CANCELLED', cancelledUntil: '2026-02-27T09:00:00Z' },
      'active',
      { cancel_at: '2026-02-27T09:00:00Z' },
    ],
    [
      'cancelled, and the trial lasts',
      { status: 'CANCELLED', sales: [], sold: TRIAL },
      'trialing',
      { cancel_at: FIRST },
    ],
    ['cancelled, and that is over', { status: 'CANCELLED', now: FIRST }, 'canceled', { ended_at: FIRST }],
    [
      'cancelled in a later period',
      { status: 'CANCELLED', sales: [SETUP, CYCLE], now: '2026-03-01T10:00:00Z' },
      'active',
      { cancel_at: '2026-03-28T10:00:00Z' },
    ],
    ['ended from here at once', { status: 'CANCELLED', isEndedAtOnce: true }, 'canceled', { ended_at: MADE }],
    [
      'suspended after its tries',
      { ...failing(3), status: 'SUSPENDED', now: '2026-03-11T10:00:00Z' },
      'unpaid',
      {},
    ],
    ['suspended by hand', { status: 'SUSPENDED' }, 'active', { cancel_at: FIRST }],
  ])('%s', ([, said, status, { cancel_at = null, ended_at = null }]) => {
    const { subscription } = read(said);
    expect({
      status: subscription.status,
      cancel_at: subscription.cancel_at?.toString() ?? null,
      ended_at: subscription.ended_at?.toString() ?? null,
    }).toEqual({ status, cancel_at, ended_at });
  });

  test('a failed charge says of which period, how often, and when again', () => {
    const { subscription } = read(failing(2));
    expect(subscription).toMatchObject({ period_start: at(FIRST), last_payment: 'failed' });
    expect(subscription.failing).toEqual({
      invoice_id: `I-1:${FIRST}`,
      attempts: 2,
      next_attempt_at: at('2026-03-05T10:00:00Z'),
    });
  });
});

describe('periods', () => {
  test.each([
    [0, '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    [1, '2026-02-28T10:00:00Z', '2026-03-31T10:00:00Z'],
    [3, '2026-04-30T10:00:00Z', '2026-05-31T10:00:00Z'],
  ])('are whole months from the first one: %i', (cycle, start, end) => {
    const period = cyclePeriod({ from: at(MADE), is_annual: false }, cycle);
    expect([period.start.toString(), period.end.toString()]).toEqual([start, end]);
  });

  test('a year from a leap day ends with February', () => {
    const period = cyclePeriod({ from: at('2028-02-29T10:00:00Z'), is_annual: true }, 0);
    expect(period.end.toString()).toBe('2029-02-28T10:00:00Z');
  });

  test.each([
    ['2026-01-30T09:59:59Z', -1],
    ['2026-01-30T10:00:00Z', 0],
    ['2026-02-20T10:00:00Z', 0],
    ['2026-02-28T05:00:00Z', 1],
    ['2026-04-15T10:00:00Z', 2],
  ])('a charge at %s pays cycle %i', (time, cycle) => {
    expect(cycleAt({ from: at(MADE), is_annual: false }, at(time))).toBe(cycle);
  });

  test('the running one ends when PayPal says that it charges next', () => {
    const { subscription } = read({ billing_info: { next_billing_time: '2026-02-28T06:00:00Z' } });
    expect([subscription.period_start, subscription.period_end]).toEqual([
      at(MADE),
      at('2026-02-28T06:00:00Z'),
    ]);
  });
});

describe('payments', () => {
  test.for<[string, Said, readonly (readonly [price: string, net: number, total: number, from: string])[]]>([
    [
      'the first period, then a cycle',
      { sales: [SETUP, CYCLE] },
      [
        ['P-5', 19_900, 24_477, MADE],
        ['P-5', 19_900, 24_477, FIRST],
      ],
    ],
    [
      'with a credit taken off',
      { sales: [sale(MADE, 12_300)], sold: { net_cents: 10_000, vat_cents: 2300 } },
      [['P-5', 10_000, 12_300, MADE]],
    ],
    ['a cycle without VAT', { sales: [sale(FIRST, 19_900)] }, [['P-5', 19_900, 19_900, FIRST]]],
    [
      'a cycle by another VAT',
      { sales: [sale(FIRST, 23_880)], plan: { taxes: { percentage: '20' } } },
      [['P-5', 19_900, 23_880, FIRST]],
    ],
    ['another amount at the approval', { sales: [sale(MADE, 100)] }, [['amount:100', 100, 100, MADE]]],
    ['another amount in a cycle', { sales: [sale(FIRST, 100)] }, [['amount:100', 100, 100, FIRST]]],
    [
      'a trial, then its first cycle',
      { sales: [CYCLE], sold: TRIAL },
      [
        ['P-5', 0, 0, MADE],
        ['P-5', 19_900, 24_477, FIRST],
      ],
    ],
    [
      'a late try pays the cycle that it is tried for',
      { sales: [sale('2026-03-10T10:00:00Z', 24_477)] },
      [['P-5', 19_900, 24_477, FIRST]],
    ],
  ])('%s', ([, said, expected]) => {
    const { payments } = read(said);
    expect(
      payments.map((one) => [one.price_id, one.net_cents, one.total_cents, one.period_start?.toString()]),
    ).toEqual(expected);
    expect(new Set(payments.map(({ item_id }) => item_id)).size).toBe(payments.length);
  });

  test('in another currency nothing is known', () => {
    const gross_amount = { currency_code: 'EUR', value: '244.77' };
    const { payments } = read({ sales: [{ ...SETUP, amount_with_breakdown: { gross_amount } }] });
    expect(payments).toMatchObject([{ price_id: 'amount:currency', total_cents: 0 }]);
  });

  test('one that is called refunded without a refund went back wholly', () => {
    const { payments } = read({ sales: [{ ...SETUP, status: 'REFUNDED' }] });
    expect(payments[0]?.refunds).toMatchObject([{ id: `whole:${SETUP.id}`, cents: 24_477 }]);
  });
});

describe('a change of plan from the next cycle on', () => {
  const revision = (more: Partial<Revision> = {}): Revision => ({
    id: 'r1',
    subscription_id: 'I-1',
    from_price_id: 'P-5',
    to_price_id: 'P-2',
    effective_from: at(FIRST),
    state: 'open',
    started_at: at(MADE),
    ...more,
  });

  test.for<[string, Said, string, string | null]>([
    ['not approved', { revisions: [revision()] }, 'P-5', null],
    ['approved', { revisions: [revision()], plan_id: 'P-2' }, 'P-5', 'P-2'],
    [
      'in effect',
      { revisions: [revision({ state: 'done' })], plan_id: 'P-2', sales: [SETUP, sale(FIRST, 12_177)] },
      'P-2',
      null,
    ],
    [
      'taken back',
      {
        revisions: [
          revision({ state: 'done' }),
          revision({ id: 'r2', from_price_id: 'P-2', to_price_id: 'P-5' }),
        ],
      },
      'P-5',
      null,
    ],
  ])('%s', ([, said, price, pending]) => {
    const { subscription } = read(said);
    expect([subscription.price_id, subscription.pending?.price_id ?? null]).toEqual([price, pending]);
  });

  test('decides what is charged next', () => {
    const { subscription } = read({ revisions: [revision()], plan_id: 'P-2' });
    expect(subscription.next).toEqual({ net_cents: 9900, vat_cents: 2277, total_cents: 12_177 });
  });
});

const dispute = (more: Partial<objects.Dispute>): objects.Dispute => ({
  dispute_id: 'PP-D-1',
  status: 'UNDER_REVIEW',
  dispute_life_cycle_stage: 'CHARGEBACK',
  create_time: MADE,
  update_time: FIRST,
  disputed_transactions: [{ seller_transaction_id: 'S-1' }],
  ...more,
});
const resolved = (outcome_code: string, stage = 'CHARGEBACK') =>
  dispute({
    status: 'RESOLVED',
    dispute_life_cycle_stage: stage,
    dispute_outcome: { outcome_code },
  });

describe('a dispute', () => {
  test.for<[objects.Dispute, string | null]>([
    [dispute({}), 'open'],
    [dispute({ dispute_life_cycle_stage: 'INQUIRY' }), null],
    [resolved('RESOLVED_SELLER_FAVOUR'), 'won'],
    [resolved('CANCELED_BY_BUYER'), 'won'],
    [resolved('RESOLVED_WITH_PAYOUT'), 'won'],
    [resolved('RESOLVED_BUYER_FAVOUR'), 'lost'],
    [resolved('ACCEPTED'), 'lost'],
    [resolved('CANCELED_BY_BUYER', 'INQUIRY'), null],
    [resolved('RESOLVED_BUYER_FAVOUR', 'INQUIRY'), 'lost'],
  ])('%j', ([one, state]) => {
    expect(disputesOf([one], 'S-1').map((found) => found.state)).toEqual(state === null ? [] : [state]);
    expect(disputesOf([one], 'S-2')).toEqual([]);
  });
});

test('an object names its person and purchase', () => {
  expect(ownerOf(customIdOf(PERSON, PURCHASE))).toEqual({ person_id: PERSON, checkout_id: PURCHASE });
  expect([undefined, '', 'order-17', PERSON].map(ownerOf)).toEqual([null, null, null, null]);
  const links = [{ rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/4AB' }];
  expect([linkedId(links, 'up'), linkedId(links, 'self')]).toEqual(['4AB', null]);
});

const refund = (of: string): objects.Refund => ({
  id: 'R-1',
  status: 'COMPLETED',
  amount: moneyOf(100),
  create_time: MADE,
  links: [{ rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${of}` }],
});

test('a refund in part that nobody told of is found by its payment', () => {
  const part = { status: 'PARTIALLY_REFUNDED' } as const;
  const transactions = [SETUP, { ...CYCLE, ...part }];
  const subscription = { id: 'I-1' } as objects.Subscription;
  const fetched = { subscriptions: [{ subscription, transactions }], orders: [], refunds: [], disputes: [] };
  expect(unknownRefunds(fetched)).toEqual([CYCLE.id]);
  expect(unknownRefunds({ ...fetched, refunds: [refund(SETUP.id)] })).toEqual([CYCLE.id]);
  expect(unknownRefunds({ ...fetched, refunds: [refund(CYCLE.id)] })).toEqual([]);
});
