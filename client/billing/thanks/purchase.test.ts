import { describe, expect, test } from 'vitest';
import { isFirstReport, purchaseOf } from './purchase.ts';

const BOUGHT = {
  session_id: 'cs_1',
  product_price: '219',
  payment_provider: 'stripe',
  product_name: '3 credits',
  product_type: 'bundles',
  credits: '3',
};

describe('the purchase that the address of /thank-you tells of', () => {
  test('is what was written into it', () => {
    expect(purchaseOf(BOUGHT)).toEqual({
      transaction_id: 'cs_1',
      value: 219,
      currency: 'USD',
      payment_type: 'stripe',
      credits: 3,
      items: [{ item_name: '3 credits', item_category: 'bundles', price: 219, quantity: 1 }],
    });
  });

  test('through PayPal is named by what PayPal adds', () => {
    const { session_id: _none, ...bought } = { ...BOUGHT, payment_provider: 'paypal' };
    expect(purchaseOf({ ...bought, subscription_id: 'I-1', token: '5O1' })?.transaction_id).toBe('I-1');
    expect(purchaseOf({ ...bought, token: '5O1', PayerID: 'P1' })?.transaction_id).toBe('5O1');
  });

  test('may cost nothing, with no provider', () => {
    const free = { product_name: 'Free trial', product_type: 'bundles', product_price: '0', credits: '1' };
    expect(purchaseOf(free)).toMatchObject({
      transaction_id: 'bundles:Free trial',
      value: 0,
      payment_type: null,
    });
  });

  test.each([
    [{}],
    [{ product_name: '' }],
    [{ product_price: '' }],
    [{ product_price: 'a lot' }],
    [{ product_price: '-1' }],
    [{ product_price: 'Infinity' }],
    [{ product_name: ['a', 'b'] }],
  ])('is none with %j', (wrong) => {
    const search = Object.keys(wrong).length === 0 ? {} : { ...BOUGHT, ...wrong };
    expect(purchaseOf(search)).toBeNull();
  });

  test('has no credits where the address has no number', () => {
    expect(purchaseOf({ ...BOUGHT, credits: 'NaN' })?.credits).toBe(0);
  });
});

const memory = (start: Record<string, string> = {}) => {
  const kept = new Map(Object.entries(start));
  return () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
};

const closed = () => {
  throw new Error('closed');
};

describe('a purchase is told once', () => {
  test('each by its id', () => {
    const storage = memory();
    expect([isFirstReport('a', storage), isFirstReport('a', storage), isFirstReport('b', storage)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('each time where nothing is kept, and anew over what is strange', () => {
    expect(isFirstReport('a', closed)).toBe(true);
    expect(isFirstReport('a', memory({ 'purchases-told': '{' }))).toBe(true);
    expect(isFirstReport('a', memory({ 'purchases-told': '7' }))).toBe(true);
  });
});
