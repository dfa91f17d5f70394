import { expect, test } from 'vitest';
import { offersWaiting, pendingStates } from '../../billing/rules-prices.ts';
import { pendingText, PRICES_TEXTS, waitingText } from './texts-prices.ts';

const price = (state: 'sold' | 'new' | 'again' | 'renamed' | 'retired', offer = 'studio_5') => ({
  state,
  kind: 'plan',
  offer,
});

test('what is to do is counted by state; what is sold is nothing to do', () => {
  const prices = [price('retired'), price('new'), price('sold'), price('new'), price('renamed')];
  expect(pendingStates(prices)).toEqual([
    ['new', 2],
    ['renamed', 1],
    ['retired', 1],
  ]);
  expect(pendingText('stripe', prices)).toBe('Stripe: 2 to make, 1 to rename, 1 to take from sale.');
  expect(pendingText('paypal', [price('sold')])).toBeNull();
});

test('an offer that waits at both providers waits once', () => {
  const providers = [
    { prices: [price('new'), price('again', 'studio_2'), price('retired', 'studio_10')] },
    { prices: [price('new')] },
  ];
  expect(offersWaiting(providers)).toBe(2);
  expect([waitingText(1), waitingText(2)]).toEqual([
    '1 offer waits for a price.',
    '2 offers wait for a price.',
  ]);
});

test('who does not answer is named', () => {
  expect(PRICES_TEXTS.away(['Stripe'])).toMatch(/^Stripe does not answer/);
  expect(PRICES_TEXTS.away(['Stripe', 'PayPal'])).toMatch(/^Stripe and PayPal do not answer/);
});
