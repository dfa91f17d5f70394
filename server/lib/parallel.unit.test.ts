import { expect, test } from 'vitest';
import { inParallel } from './parallel.ts';

test('results keep the order of the items, and no more run at once than allowed', async () => {
  let running = 0;
  let most = 0;
  const results = await inParallel(3, [5, 1, 4, 2, 3], async (turns) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    running -= 1;
    return turns * 10;
  });
  expect([results, most]).toEqual([[50, 10, 40, 20, 30], 3]);
  expect(await inParallel(3, [], async () => 1)).toEqual([]);
});

test('after a failure nothing further begins, and what has begun is waited for', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = inParallel(2, [1, 2, 3, 4], async (item) => {
    begun.push(item);
    await Promise.resolve();
    if (item === 1) throw new Error('first');
    await Promise.resolve();
    ended.push(item);
  });
  await expect(work).rejects.toThrow('first');
  expect([begun, ended]).toEqual([[1, 2], [2]]);
});
