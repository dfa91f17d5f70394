import { sql } from 'kysely';
import { expect } from 'vitest';
import { invite, listReferrals, remind } from '#shared/referrals/contract.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { comeIn, inTx, makeInvitation } from '#test/rooms/referrals.ts';
import { sendInvitation } from './send-invitation.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('client', ({ app }) => app.people.make('client'))
  /** Queued jobs of an invitation, without ids and times. */
  .extend('queued', { scope: 'file' }, ({ app }) => async (id: string) => {
    const { rows } = await sql<{ name: string; data: object }>`
    select name, data - 'event_id' - 'invitation_id' - 'request_id' as data from jobs.job
    where data ->> 'invitation_id' = ${id} order by name, created_on`.execute(app.db);
    return rows;
  })
  /** Handles a mail request and returns the mails that would go out. */
  .extend(
    'mailsOf',
    { scope: 'file' },
    ({ app }) =>
      async (id: string, remindedAt: string | null): Promise<string[]> => {
        const mails: string[] = [];
        const events: Ctx['events'] = {
          emit: (_tx, kind) => {
            mails.push(kind.event);
            return Promise.resolve();
          },
          enqueue: () => Promise.reject(new Error('nothing is enqueued here')),
          requeue: () => Promise.reject(new Error('nothing is enqueued here')),
        };
        const ctx: Ctx = { ...app.ctx(), events };
        const asked = { invitation_id: id, reminded_at: remindedAt, event_id: id };
        await inTx(app, (tx) => sendInvitation.handle(tx, asked, ctx));
        return mails;
      },
  )
  /** Invites and reminds an address; returns what its inviter sees, without their own data. */
  .extend('seen', ({ app, client, queued, mailsOf }) => async (email: string) => {
    const strip = (text: string) => text.replaceAll(email, 'EMAIL');
    const first = await app.call(invite, { body: { email } }, client);
    const { id } = first.body.referral;
    const again = await app.call(invite, { body: { email } }, client);
    const list = await app.call(listReferrals, {}, client);
    const atOnce = await queued(id);
    app.clock.add({ hours: 24 });
    const reminded = await app.call(remind, { body: { referral_id: id } }, client);
    const answers = [first, again, list, reminded].map(({ status, body }) => [
      status,
      strip(JSON.stringify(body)).replaceAll(id, 'ID'),
    ]);
    const work = [atOnce, await queued(id)];
    app.clock.add({ hours: -24 });
    const mails = [await mailsOf(id, null), await mailsOf(id, app.clock.now().toString())];
    await app.db.deleteFrom('invitations').where('id', '=', id).execute();
    return { answers, work, mails };
  });

test.beforeEach(async ({ app }) => {
  await app.db.deleteFrom('rate_counters').execute();
});

test.for(['client', 'partner', 'managed', 'operator'] as const)(
  'a %s is invited and reminded like a stranger, and gets no mail',
  async (role, { app, seen }) => {
    const stranger = await seen('somebody@test.test');
    const known = await app.people.make(role);
    const theirs = await seen(known.email);
    expect(theirs.answers).toEqual(stranger.answers);
    expect(theirs.answers.map(([status]) => status)).toEqual([201, 409, 200, 200]);
    expect(theirs.work).toEqual(stranger.work);
    expect(stranger.work.map(({ length }) => length)).toEqual([1, 2]);
    expect(stranger.mails).toEqual([['referrals.invited'], ['referrals.reminded']]);
    expect(theirs.mails).toEqual([[], []]);
  },
);

test('an address in another case is known all the same', async ({ app, seen }) => {
  await app.people.make('client', { email: 'Known@Test.test' });
  expect((await seen('known@test.test')).mails).toEqual([[], []]);
});

test('who has come, by this invitation or another way, gets no mail that was asked for before', async ({
  app,
  client,
  mailsOf,
}) => {
  const at = app.clock.now();
  const taken = await makeInvitation(app.db, { inviterId: client.id, at });
  const joined = await makeInvitation(app.db, { inviterId: client.id, at });
  await comeIn(app, taken.code);
  await app.people.make('client', { email: joined.email });
  expect([await mailsOf(taken.id, null), await mailsOf(joined.id, null)]).toEqual([[], []]);
});

test('an invitation that ran out, or is gone, is not mailed', async ({ app, client, mailsOf }) => {
  const at = app.clock.now();
  const { id } = await makeInvitation(app.db, { inviterId: client.id, at: at.subtract({ hours: 720 }) });
  expect(await mailsOf(id, null)).toEqual([]);
  await app.db.deleteFrom('invitations').where('id', '=', id).execute();
  expect(await mailsOf(id, null)).toEqual([]);
});

test('strangers get three invitations a day to one mailbox, whoever asks; every inviter is answered alike', async ({
  app,
  client,
  mailsOf,
}) => {
  const sent: number[] = [];
  const answered = new Set<number>();
  for (let n = 0; n < 5; n += 1) {
    const inviter = await app.people.make('client');
    const { status, body } = await app.call(invite, { body: { email: `bombed+${n}@test.test` } }, inviter);
    answered.add(status);
    sent.push((await mailsOf(body.referral.id, null)).length);
  }
  expect([sent, [...answered]]).toEqual([[1, 1, 1, 0, 0], [201]]);
  const other = await app.call(invite, { body: { email: 'calm@test.test' } }, client);
  expect(await mailsOf(other.body.referral.id, null)).toHaveLength(1);
  app.clock.add({ hours: 24 });
  const later = await app.call(invite, { body: { email: 'bombed@test.test' } }, client);
  expect(await mailsOf(later.body.referral.id, null)).toHaveLength(1);
});
