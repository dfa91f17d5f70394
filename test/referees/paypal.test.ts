import { expect, test } from 'vitest';
import type { PayPalCall } from '../sandbox/recording.ts';
import { checkCall, checkEvent, checkObject } from './openapi.ts';
import { recordedOf } from './recorded.ts';

const { answers: webhooks, calls } = await recordedOf('paypal');

/** Calls that none of the documents has, with the schema that their answers follow. */
const OTHERS: readonly (readonly [RegExp, 'capture' | 'refund' | null])[] = [
  [/^GET \/v2\/payments\/captures\/[^/]+$/, 'capture'],
  [/^GET \/v2\/payments\/refunds\/[^/]+$/, 'refund'],
  [/^POST \/v2\/payments\/captures\/[^/]+\/refund$/, 'refund'],
  [/^GET \/v1\/customer\/disputes/, null],
  [/^GET \/v1\/sandbox\/clocks\/[^/]+$/, null],
];

/** What is wrong with a call; a call that nobody knows is wrong. */
function check(call: PayPalCall): string[] {
  const found = checkCall(call);
  if (found !== null) return found;
  const name = `${call.method} ${call.path}`;
  const other = OTHERS.find(([pattern]) => pattern.test(name));
  if (other === undefined) return [`${name} is no call of PayPal's`];
  return other[1] === null || call.status >= 400 ? [] : checkObject(other[1], call.answer);
}

test("every call and answer is valid by PayPal's own documents, and every webhook", () => {
  const found = new Set([...calls.flatMap(check), ...webhooks.flatMap(({ body }) => checkEvent(body))]);
  const kinds = new Set(
    calls.map(({ method, path, status }) => `${method} ${path.split('/').slice(0, 4).join('/')} ${status}`),
  );
  console.log(`${calls.length} calls of ${kinds.size} kinds, ${webhooks.length} webhooks`);
  expect([...found].toSorted()).toEqual([]);
  expect(kinds.size).toBeGreaterThan(20);
});
