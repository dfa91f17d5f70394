import { expect, test } from 'vitest';
import { hasArrived, storeBeforePurchase } from './before-purchase.ts';

const ME = {
  id: '7f3b',
  status: 'ondemand',
  sessions_left: 1,
  credits_bank: 0,
  subscription: { currentPrice: null },
} as const;

const memory = () => {
  const kept = new Map<string, string>();
  return () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
};
const closed = () => {
  throw new Error('closed');
};

test('a purchase has arrived once status, price or credits differ', () => {
  const storage = memory();
  storeBeforePurchase(ME, storage);
  expect(hasArrived(ME, storage)).toBe(false);
  expect(hasArrived({ ...ME, status: 'subscriber' }, storage)).toBe(true);
  expect(hasArrived({ ...ME, subscription: { currentPrice: 'price_1' } }, storage)).toBe(true);
  expect(hasArrived({ ...ME, sessions_left: 4 }, storage)).toBe(true);
  expect(hasArrived({ ...ME, credits_bank: 1 }, storage)).toBe(true);
});

test('of somebody else nothing is waited for', () => {
  const storage = memory();
  storeBeforePurchase(ME, storage);
  expect(hasArrived({ ...ME, id: '8a1c' }, storage)).toBe(true);
});

test('without a stored beginning only a first plan is waited for', () => {
  expect(hasArrived(ME, memory())).toBe(true);
  expect(hasArrived({ ...ME, status: 'signup' }, memory())).toBe(false);
  storeBeforePurchase(ME, closed);
  expect(hasArrived(ME, closed)).toBe(true);
});
