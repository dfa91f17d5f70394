import { expect, test } from 'vitest';
import { createLeaveGuards } from './leave-guards.ts';

test('without anything at stake one leaves at once', async () => {
  const leaveGuards = createLeaveGuards();
  expect([await leaveGuards.mayLeave(), leaveGuards.hasAgreed()]).toEqual([true, false]);
});

test('one refusal is enough, and consent counts for this leave only', async () => {
  const leaveGuards = createLeaveGuards();
  const answers = [true, false];
  const stop = leaveGuards.guard(() => Promise.resolve(answers.shift() ?? false));
  expect([await leaveGuards.mayLeave(), leaveGuards.hasAgreed()]).toEqual([true, true]);
  expect([await leaveGuards.mayLeave(), leaveGuards.hasAgreed()]).toEqual([false, false]);
  stop();
  expect(await leaveGuards.mayLeave()).toBe(true);
});
