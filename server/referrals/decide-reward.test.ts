import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoicePaid } from '../billing/events.ts';
import { balance } from '../credits/service.ts';
import { newId } from '../lib/ids.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { comeIn, makeInvitation, raise } from '../test/referrals.ts';
import { decideReward, listWaiting } from './service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

/** An invitation whose friend came and paid. */
async function paid(name: string) {
  const inviter = await api.people.make('client', { email: `${name}@test.test` });
  const { id, code } = await makeInvitation(api.db, { inviterId: inviter.id, at: api.clock.now() });
  const invitee = await comeIn(api, code, { email: `friend-of-${name}@test.test` });
  await raise(api, invoicePaid, { person_id: invitee.id, first: true });
  return { id, inviter, invitee };
}
const decide = (id: string, approve: boolean) => decideReward(api.app.ctx(), { id, approve });
const creditsOf = async ({ id }: { id: string }) =>
  (await balance(api.db, id, api.clock.now())).sessions_left;

test('the operator sees what waits, and says yes or no once', async () => {
  const first = await paid('ada');
  api.clock.add({ seconds: 1 });
  const second = await paid('bea');
  expect(await listWaiting(api.app.ctx())).toMatchObject([
    { id: first.id, inviter: 'ada@test.test', invitee: 'friend-of-ada@test.test', needs_operator: null },
    { id: second.id, inviter: 'bea@test.test', invitee: 'friend-of-bea@test.test', needs_operator: null },
  ]);
  expect((await decide(first.id, true)).ok).toBe(true);
  expect((await decide(second.id, false)).ok).toBe(true);
  expect(await listWaiting(api.app.ctx())).toEqual([]);
  expect([await creditsOf(first.inviter), await creditsOf(first.invitee)]).toEqual([5, 5]);
  expect([await creditsOf(second.inviter), await creditsOf(second.invitee)]).toEqual([0, 0]);
  for (const id of [first.id, second.id, newId()])
    for (const approve of [true, false])
      expect(await decide(id, approve)).toMatchObject({ ok: false, reason: 'not_waiting' });
});
