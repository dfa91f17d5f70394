import { describe, expect, test } from 'vitest';
import {
  methodOr,
  opensPicker,
  paymentMethods,
  priceAt,
  readQuantity,
  stepQuantity,
} from './rules-buying.ts';
import { USER_STATUSES } from './rules.ts';

const [STRIPE, PAYPAL] = [{ publishable_key: 'pk' }, { sandbox: true }];

describe('how one can pay', () => {
  test.each([
    [['stripe', 'paypal'], STRIPE, PAYPAL, true],
    [['stripe'], STRIPE, PAYPAL, false],
    [['stripe'], STRIPE, null, true],
    [['paypal'], null, PAYPAL, true],
    [[], null, PAYPAL, false],
    [[], null, null, true],
  ])('%j', (methods, stripe, paypal, isOn) => {
    expect(paymentMethods({ stripe, paypal }, isOn)).toEqual(methods);
  });

  test('the card is the default', () => {
    expect(methodOr(undefined, ['stripe', 'paypal'])).toBe('stripe');
    expect(methodOr('paypal', ['stripe', 'paypal'])).toBe('paypal');
    expect(methodOr('paypal', ['stripe'])).toBe('stripe');
    expect(methodOr('cash', [])).toBeNull();
  });

  test('a plan has a price at each provider', () => {
    const plan = { stripeProdPriceId: 'price_5', paypalProdPriceId: null };
    expect([priceAt(plan, 'stripe'), priceAt(plan, 'paypal')]).toEqual(['price_5', null]);
  });
});

describe('the picker opens first', () => {
  test.each([null, ...USER_STATUSES])('for new customers: %s', (status) => {
    const isNew = status === 'wix-user' || status === 'cancelled' || status === 'ondemand';
    const person = { status, hasSubscription: false };
    expect(opensPicker(person, ['stripe', 'paypal'])).toBe(isNew);
    expect(opensPicker(person, ['stripe'])).toBe(false);
    expect(opensPicker(person, ['paypal'])).toBe(false);
    expect(opensPicker({ ...person, hasSubscription: true }, ['stripe', 'paypal'])).toBe(false);
  });
});

test.each([
  ['1', 1],
  [' 100 ', 100],
  ['007', 7],
  ['0', null],
  ['101', null],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['1e1', null],
  ['three', null],
])('%j is %j credits', (text, quantity) => {
  expect(readQuantity(text)).toBe(quantity);
});

test('plus and minus stay between 1 and 100', () => {
  expect([stepQuantity(1, -1), stepQuantity(1, 1), stepQuantity(100, 1), stepQuantity(100, -1)]).toEqual([
    1, 2, 100, 99,
  ]);
  expect([stepQuantity(null, 1), stepQuantity(null, -1)]).toEqual([1, 1]);
});
