import { expect } from 'vitest';
import { invoicePaid } from '../billing/events.ts';
import { balance } from '../credits/service.ts';
import { newId } from '../lib/ids.ts';
import { comeIn, makeInvitation, raise } from '#test/rooms/referrals.ts';
import { decideReward, listWaiting } from './service.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  /** An invitation whose invitee has paid. */
  .extend('paid', { scope: 'file' }, ({ app }) => async (name: string) => {
    const inviter = await app.people.make('client', { email: `${name}@test.test` });
    const { id, code } = await makeInvitation(app.db, { inviterId: inviter.id, at: app.clock.now() });
    const invitee = await comeIn(app, code, { email: `friend-of-${name}@test.test` });
    await raise(app, invoicePaid, { person_id: invitee.id, first: true });
    return { id, inviter, invitee };
  })
  .extend(
    'decide',
    { scope: 'file' },
    ({ app }) =>
      (id: string, approve: boolean) =>
        decideReward(app.ctx(), { id, approve }),
  )
  .extend(
    'creditsOf',
    { scope: 'file' },
    ({ app }) =>
      async ({ id }: { id: string }) =>
        (await balance(app.db, id, app.clock.now())).sessions_left,
  );

test('the operator sees what waits, and says yes or no once', async ({ app, paid, decide, creditsOf }) => {
  const first = await paid('ada');
  app.clock.add({ seconds: 1 });
  const second = await paid('bea');
  expect(await listWaiting(app.ctx())).toMatchObject([
    { id: first.id, inviter: 'ada@test.test', invitee: 'friend-of-ada@test.test', needs_operator: null },
    { id: second.id, inviter: 'bea@test.test', invitee: 'friend-of-bea@test.test', needs_operator: null },
  ]);
  expect((await decide(first.id, true)).ok).toBe(true);
  expect((await decide(second.id, false)).ok).toBe(true);
  expect(await listWaiting(app.ctx())).toEqual([]);
  expect([await creditsOf(first.inviter), await creditsOf(first.invitee)]).toEqual([5, 5]);
  expect([await creditsOf(second.inviter), await creditsOf(second.invitee)]).toEqual([0, 0]);
  for (const approve of [true, false]) {
    for (const { id } of [first, second])
      expect(await decide(id, approve)).toMatchObject({ ok: false, reason: 'not_waiting' });
    expect(await decide(newId(), approve)).toMatchObject({ ok: false, reason: 'not_found' });
  }
  const before = { status: 'waiting-for-approval' };
  expect(await auditOf(app.db, 'referral', first.id)).toMatchObject([
    { what: 'reward.approved', before, after: { status: 'reward-delivered' } },
  ]);
  expect(await auditOf(app.db, 'referral', second.id)).toMatchObject([
    { what: 'reward.rejected', before, after: { status: 'rejected' } },
  ]);
});
