import { expect, test } from 'vitest';
import { limitFor } from './calls.ts';

test('a call that moves bytes has half a minute, and a second for each MiB', () => {
  expect([limitFor(0), limitFor(1024 ** 2), limitFor(5 * 1024 ** 3)]).toEqual([30_000, 31_024, 5_272_880]);
});
