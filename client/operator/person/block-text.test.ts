import { expect, test } from 'vitest';
import { blockText } from './block-text.ts';

test('a block says what it does to a client, to a musician, and to what is booked and charged', () => {
  const signedOut = 'They are signed out everywhere at once and cannot sign in until you unblock them.';
  expect(blockText({ role: 'operator', membership: null }, 0)).toBe(signedOut);
  expect(blockText({ role: 'partner', membership: null }, 1)).toBe(
    `${signedOut} Clients do not see their page, and they cannot be booked. 1 booked session stays until you cancel it.`,
  );
  expect(blockText({ role: 'client', membership: 'subscriber' }, 2)).toBe(
    `${signedOut} A time that they hold is free again. Their membership goes on and is charged: cancel or refund it if it should not. 2 booked sessions stay until you cancel them.`,
  );
  expect(blockText({ role: 'client', membership: 'ondemand' }, 50)).toMatch(
    /50 or more booked sessions stay/,
  );
});
