import { describe, expect, test } from 'vitest';
import {
  arrivalText,
  hasArrived,
  portalText,
  readPaymentReturn,
  readPaypal,
  withoutReturn,
} from './payment-return.ts';
import { poll, TRIES } from './poll.ts';
import { clearTrip, readTrip, snapshotOf, storeTrip, type Snapshot } from './trip.ts';

const TOP_UP =
  'purchase=topup&product_type=topup&product_price=237&product_name=3%20credits&credits=3&payment_provider=stripe';
const SUBSCRIBED = { subscription_id: 'I-1', ba_token: 'BA-1', token: '5O1' };
const address = (pathname: string, hash = '', search: Record<string, unknown> = {}) => ({
  pathname,
  hash,
  search,
});

describe('the address of a return', () => {
  test.each([
    [address('/profile', 'billing'), null],
    [address('/profile', 'billing&purchase=other'), null],
    [address('/explore', '', { modal: 'plans' }), null],
    [address('/thank-you', '', { session_id: 'sub_1', payment_provider: 'stripe' }), null],
    [address('/profile', 'billing&session_id=true'), { session_id: 'true' }],
    [address('/profile', 'billing', { session_id: 'true' }), { session_id: 'true' }],
    [
      address('/explore/ana', TOP_UP, { hold: 7 }),
      {
        purchase: 'topup',
        product_type: 'topup',
        product_price: '237',
        product_name: '3 credits',
        credits: '3',
        payment_provider: 'stripe',
      },
    ],
  ])('%j', (at, values) => {
    expect(readPaymentReturn(at)).toEqual(values);
  });

  test.each([
    [address('/profile', 'billing', SUBSCRIBED), { kind: 'subscription', id: 'I-1' }],
    [address('/profile', `billing&${TOP_UP}`, { token: '5O1', PayerID: 'P1' }), { kind: 'order', id: '5O1' }],
    [address('/profile', 'billing', { ba_token: 'BA-1', token: 'EC-1' }), { kind: 'agreement', id: 'BA-1' }],
    [address('/thank-you', '', SUBSCRIBED), null],
    [address('/profile', 'billing', { subscription_id: '../x' }), null],
    [address('/profile', 'billing', { session_id: 'true' }), null],
  ])('what PayPal led back from: %j', (at, named) => {
    expect(readPaypal(at)).toEqual(named);
  });

  test.each([
    [address('/profile', '', { ...SUBSCRIBED, modal: 'plans' }), '/profile?modal=plans#billing'],
    [address('/profile', `billing&${TOP_UP}`), '/profile#billing'],
    [address('/profile', TOP_UP, { session_id: 'true' }), '/profile#billing'],
    [address('/explore/ana', TOP_UP, { hold: 7, step: 'review' }), '/explore/ana?hold=7&step=review'],
    [address('/sessions', 'session_id=true&x=a%20b'), '/sessions#x=a%20b'],
  ])('is cleaned: %j', (at, cleaned) => {
    expect(withoutReturn(at)).toBe(cleaned);
  });
});

const BEFORE: Snapshot = {
  status: 'subscriber',
  price: 'p5',
  credits: 2,
  payment: 'success',
  card: '4242 4/2030',
};
const after = (change: Partial<Snapshot>): Snapshot => ({ ...BEFORE, ...change });

test.each([
  [{ credits: 5 }, '3 credits are here.'],
  [{ credits: 3 }, '1 credit is here.'],
  [{ status: 'trial', credits: 3 }, 'Your free trial has begun.'],
  [{ status: 'subscriber', price: 'p10', credits: 12 }, 'Your plan has changed.'],
  [{ credits: 1 }, 'Your account is up to date.'],
] as const)('what came: %j', (change, text) => {
  expect(hasArrived(BEFORE, after(change))).toBe(true);
  expect(arrivalText(BEFORE, after(change))).toBe(text);
});

test.each([
  ['Studio 2', null, 'You keep your plan.'],
  [null, 'Studio 2', 'Your plan changes to Studio 2 at the end of your period.'],
] as const)('a planned change that was %o and is %o', (pending, next, text) => {
  expect(hasArrived(after({ pending }), after({ pending: next }))).toBe(true);
  expect(hasArrived(BEFORE, after({ pending: next }))).toBe(false);
  expect(arrivalText(after({ pending }), after({ pending: next }))).toBe(text);
});

test('a membership that begins says so, whatever credits come with it', () => {
  expect(arrivalText(after({ status: 'cancelled', price: null }), after({ credits: 7 }))).toBe(
    'Your membership has begun.',
  );
});

test('another card alone is no arrival', () => {
  expect(hasArrived(BEFORE, after({ card: '4444 1/2031', payment: 'failed' }))).toBe(false);
});

test('after the page for the payment method', () => {
  const failed = after({ payment: 'failed' });
  expect(portalText(failed, failed)).toBeNull();
  expect(portalText(failed, { ...failed, card: '4444 1/2031' })).toBe(
    'Your card is updated. We try the failed payment again with it.',
  );
  expect(portalText(failed, BEFORE)).toBe('Your payment went through.');
  expect(portalText(BEFORE, after({ card: '4444 1/2031' }))).toBe('Your card is updated.');
  expect(portalText(BEFORE, BEFORE)).toBeNull();
});

const wait = () => Promise.resolve();

describe('waiting', () => {
  const { signal } = new AbortController();

  test('ends with the first value that is done; a failure counts as a try', async () => {
    const answers = [() => Promise.reject(new Error('away')), async () => 1, async () => 2, async () => 3];
    let reads = 0;
    const read = () => answers[reads++]?.() ?? Promise.resolve(null);
    expect(await poll({ read, isDone: (n) => n === 2, signal, wait })).toBe(2);
    expect(reads).toBe(3);
  });

  test('ends after 20 tries', async () => {
    let reads = 0;
    const read = async () => (reads += 1);
    expect(await poll({ read, isDone: () => false, signal, wait })).toBeNull();
    expect([reads, TRIES]).toEqual([20, 20]);
  });

  test('ends when the screen is left', async () => {
    const controller = new AbortController();
    const read = async () => {
      controller.abort();
      return 1;
    };
    expect(await poll({ read, isDone: () => true, signal: controller.signal, wait })).toBeNull();
  });
});

const denied = () => {
  throw new Error('denied');
};

test('what was before a payment is kept for its person', () => {
  const kept = new Map<string, string>();
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  const me = {
    status: 'subscriber',
    sessions_left: 2,
    credits_bank: 3,
    subscription: { currentPrice: 'p5', lastPaymentStatus: 'success' },
  } as Parameters<typeof snapshotOf>[0];
  const payment_method = {
    brand: 'visa',
    last4: '4242',
    exp_month: 4,
    exp_year: 2030,
    expires_soon: false,
  };
  const before = snapshotOf(me, { payment_method, plan: null });
  expect(before).toEqual({ ...BEFORE, credits: 5, pending: null });
  storeTrip({ kind: 'purchase', personId: 'ana', before }, storage);
  expect(readTrip('ana', storage)).toEqual({ kind: 'purchase', personId: 'ana', before });
  expect(readTrip('ben', storage)).toBeNull();
  clearTrip(storage);
  expect(readTrip('ana', storage)).toBeNull();
  storeTrip({ kind: 'purchase', personId: 'ana', before }, denied);
  expect(readTrip('ana', denied)).toBeNull();
});
