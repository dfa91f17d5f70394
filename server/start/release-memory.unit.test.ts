import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { releaseMemory } from './release-memory.ts';

test('what nobody holds any more is given back', async () => {
  const held = new WeakRef({ of: 'the start' });
  // What was looked at in this turn is kept until its end.
  await turn();
  releaseMemory();
  expect(held.deref()).toBeUndefined();
  expect(globalThis.gc).toBeUndefined();
});
