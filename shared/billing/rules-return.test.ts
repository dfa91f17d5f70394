import { expect, test } from 'vitest';
import { topUpReturn } from './rules-return.ts';

const BOUGHT = { credits: 3, price: 237, provider: 'stripe' } as const;
const HASH =
  'purchase=topup&product_type=topup&product_price=237&product_name=3+credits&credits=3&payment_provider=stripe';

test.each([
  [null, `/profile#billing&${HASH}`],
  ['/explore/ana?hold=7&step=review', `/explore/ana?hold=7&step=review#${HASH}`],
])('a top-up returns to %s', (returnTo, path) => {
  expect(topUpReturn(returnTo, BOUGHT)).toBe(path);
});
