import { expect } from 'vitest';
import { approveReward, listRewards, rejectReward } from '#shared/operator/rewards/contract-rewards.ts';
import { rewardFrom } from '#shared/referrals/rules.ts';
import { invoicePaid } from '../../billing/events.ts';
import { balance } from '../../credits/service.ts';
import { newId } from '../../lib/ids.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { comeIn, makeInvitation, raise } from '#test/rooms/referrals.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'))
  /** A reward that waits; `held` leaves it to an operator. */
  .extend('waiting', { scope: 'file' }, ({ app }) => async (held: 'same_household' | null = null) => {
    const inviter = await app.people.make('client');
    const { id, code } = await makeInvitation(app.db, { inviterId: inviter.id, at: app.clock.now() });
    const invitee = await comeIn(app, code);
    await raise(app, invoicePaid, { person_id: invitee.id, first: true });
    await app.db.updateTable('invitations').set({ needs_operator: held }).where('id', '=', id).execute();
    return { id, inviter, invitee };
  })
  .extend('approve', { scope: 'file' }, ({ app, operator }) => async (id: string) => {
    const { status, problem } = await app.call(approveReward, { params: { id } }, operator);
    return status === 200 ? 'approved' : `${status} ${problem?.code}`;
  })
  .extend('reject', { scope: 'file' }, ({ app, operator }) => async (id: string, reason = 'One person') => {
    const { status, problem } = await app.call(rejectReward, { params: { id }, body: { reason } }, operator);
    return status === 200 ? 'rejected' : `${status} ${problem?.code}`;
  })
  .extend(
    'creditsOf',
    { scope: 'file' },
    ({ app }) =>
      async ({ id }: { id: string }) =>
        (await balance(app.db, id, app.clock.now())).sessions_left,
  );

test('rewards that wait are listed, those to decide first, page by page', async ({
  app,
  operator,
  waiting,
}) => {
  const paid = app.clock.now();
  const first = await waiting();
  app.clock.add({ minutes: 1 });
  const held = await waiting('same_household');
  const list = async (page: number, size: number) =>
    (await app.call(listRewards, { query: { page, size } }, operator)).body;
  const ours = new Set([first.id, held.id]);
  const { rewards, total } = await list(0, 100);
  expect(total).toBe(rewards.length);
  expect(rewards.filter(({ id }) => ours.has(id))).toMatchObject([
    {
      id: held.id,
      inviter: { id: held.inviter.id, email: held.inviter.email },
      invitee: { id: held.invitee.id, email: held.invitee.email },
      held_for: 'same_household',
      pays_at: null,
    },
    { id: first.id, held_for: null, first_paid_at: paid.toString(), pays_at: rewardFrom(paid).toString() },
  ]);
  const one = await list(1, 1);
  expect([one.rewards.map(({ id }) => id), one.total]).toEqual([[rewards[1]?.id], total]);
});

test('an approved reward is paid to both, a rejected one to nobody; each once and audited', async ({
  app,
  operator,
  waiting,
  approve,
  reject,
  creditsOf,
}) => {
  const good = await waiting('same_household');
  const bad = await waiting();
  expect([await approve(good.id), await reject(bad.id)]).toEqual(['approved', 'rejected']);
  expect([await creditsOf(good.inviter), await creditsOf(good.invitee)]).toEqual([5, 5]);
  expect([await creditsOf(bad.inviter), await creditsOf(bad.invitee)]).toEqual([0, 0]);
  for (const { id } of [good, bad])
    expect([await approve(id), await reject(id)]).toEqual(['409 not_waiting', '409 not_waiting']);
  expect(await auditOf(app.db, 'referral', good.id)).toMatchObject([
    { operator_id: operator.id, person_id: good.inviter.id, what: 'reward.approved', reason: null },
  ]);
  expect(await auditOf(app.db, 'referral', bad.id)).toMatchObject([
    { operator_id: operator.id, person_id: bad.inviter.id, what: 'reward.rejected', reason: 'One person' },
  ]);
});

test('of an approval and a rejection at once one counts', async ({ waiting, approve, reject, creditsOf }) => {
  const { id, inviter } = await waiting();
  const answers = await Promise.all([approve(id), reject(id), approve(id), reject(id)]);
  expect(answers.filter((answer) => answer === '409 not_waiting')).toHaveLength(3);
  expect(await creditsOf(inviter)).toBe(answers.includes('approved') ? 5 : 0);
});

test('an unknown reward, an open invitation and no reason are refused; only operators decide', async ({
  app,
  waiting,
  approve,
  reject,
}) => {
  expect([await approve(newId()), await reject(newId())]).toEqual(['404 not_found', '404 not_found']);
  const inviter = await app.people.make('client');
  const open = await makeInvitation(app.db, { inviterId: inviter.id, at: app.clock.now() });
  expect([await approve(open.id), await reject(open.id)]).toEqual(['409 not_waiting', '409 not_waiting']);
  const { id } = await waiting();
  expect(await reject(id, ' ')).toBe('400 malformed');
  expect((await app.call(approveReward, { params: { id } })).status).toBe(401);
  for (const role of ['client', 'partner', 'managed'] as const) {
    const person = await app.people.make(role);
    expect((await app.call(listRewards, {}, person)).status).toBe(403);
    expect((await app.call(approveReward, { params: { id } }, person)).status).toBe(403);
    expect((await app.call(rejectReward, { params: { id }, body: { reason: 'x' } }, person)).status).toBe(
      403,
    );
  }
});
