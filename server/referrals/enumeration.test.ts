import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { invite, listReferrals, remind } from '../../shared/referrals/contract.ts';
import type { Ctx } from '../lib/ctx.ts';
import { testApp, type TestApp } from '../test/app.ts';
import type { TestPerson } from '../test/people.ts';
import { comeIn, inTx, makeInvitation } from '../test/referrals.ts';
import { sendInvitation } from './send-invitation.ts';

/** Who looks from outside cannot tell an address with an account from one without: same answers, same work, only no mail. */
let api: TestApp;
let client: TestPerson;
beforeAll(async () => {
  api = await testApp();
});
beforeEach(async () => {
  await api.db.deleteFrom('rate_counters').execute();
  client = await api.people.make('client');
});
afterAll(() => api.close());

/** What the queues hold for an invitation, without ids and times. */
async function queued(id: string) {
  const { rows } = await sql<{ name: string; data: object }>`
    select name, data - 'event_id' - 'invitation_id' as data from jobs.job
    where data ->> 'invitation_id' = ${id} order by name, created_on`.execute(api.db);
  return rows;
}

/** Lets an asked-for mail be judged, and answers which mails would go out. */
async function mailsOf(id: string, remindedAt: string | null): Promise<string[]> {
  const mails: string[] = [];
  const events: Ctx['events'] = {
    emit: (_tx, kind) => {
      mails.push(kind.event);
      return Promise.resolve();
    },
    enqueue: () => Promise.reject(new Error('nothing is enqueued here')),
  };
  const ctx: Ctx = { ...api.app.ctx(), events };
  const asked = { invitation_id: id, reminded_at: remindedAt, event_id: id };
  await inTx(api, (tx) => sendInvitation.handle(tx, asked, ctx));
  return mails;
}

/** Invites and reminds an address; everything that its inviter sees, with what is their own left out. */
async function seen(email: string) {
  const strip = (text: string) => text.replaceAll(email, 'EMAIL');
  const first = await api.call(invite, { body: { email } }, client);
  const { id } = first.body.referral;
  const again = await api.call(invite, { body: { email } }, client);
  const list = await api.call(listReferrals, {}, client);
  const atOnce = await queued(id);
  api.clock.add({ hours: 24 });
  const reminded = await api.call(remind, { body: { referral_id: id } }, client);
  const answers = [first, again, list, reminded].map(({ status, body }) => [
    status,
    strip(JSON.stringify(body)).replaceAll(id, 'ID'),
  ]);
  const work = [atOnce, await queued(id)];
  api.clock.add({ hours: -24 });
  const mails = [await mailsOf(id, null), await mailsOf(id, api.clock.now().toString())];
  await api.db.deleteFrom('invitations').where('id', '=', id).execute();
  return { answers, work, mails };
}

test.each(['client', 'partner', 'managed', 'operator'] as const)(
  'a %s is invited and reminded like a stranger, and gets no mail',
  async (role) => {
    const stranger = await seen('somebody@test.test');
    const known = await api.people.make(role);
    const theirs = await seen(known.email);
    expect(theirs.answers).toEqual(stranger.answers);
    expect(theirs.answers.map(([status]) => status)).toEqual([201, 409, 200, 200]);
    expect(theirs.work).toEqual(stranger.work);
    expect(stranger.work.map(({ length }) => length)).toEqual([1, 2]);
    expect(stranger.mails).toEqual([['referrals.invited'], ['referrals.reminded']]);
    expect(theirs.mails).toEqual([[], []]);
  },
);

test('an address in another case is known all the same', async () => {
  await api.people.make('client', { email: 'Known@Test.test' });
  expect((await seen('known@test.test')).mails).toEqual([[], []]);
});

test('who has come, by this invitation or another way, gets no mail that was asked for before', async () => {
  const at = api.clock.now();
  const taken = await makeInvitation(api.db, { inviterId: client.id, at });
  const joined = await makeInvitation(api.db, { inviterId: client.id, at });
  await comeIn(api, taken.code);
  await api.people.make('client', { email: joined.email });
  expect([await mailsOf(taken.id, null), await mailsOf(joined.id, null)]).toEqual([[], []]);
});

test('an invitation that ran out, or is gone, is not mailed', async () => {
  const at = api.clock.now();
  const { id } = await makeInvitation(api.db, { inviterId: client.id, at: at.subtract({ hours: 720 }) });
  expect(await mailsOf(id, null)).toEqual([]);
  await api.db.deleteFrom('invitations').where('id', '=', id).execute();
  expect(await mailsOf(id, null)).toEqual([]);
});

test('strangers get three invitations a day to one mailbox, whoever asks; every inviter is answered alike', async () => {
  const sent: number[] = [];
  const answered = new Set<number>();
  for (let n = 0; n < 5; n += 1) {
    const inviter = await api.people.make('client');
    const { status, body } = await api.call(invite, { body: { email: `bombed+${n}@test.test` } }, inviter);
    answered.add(status);
    sent.push((await mailsOf(body.referral.id, null)).length);
  }
  expect([sent, [...answered]]).toEqual([[1, 1, 1, 0, 0], [201]]);
  const other = await api.call(invite, { body: { email: 'calm@test.test' } }, client);
  expect(await mailsOf(other.body.referral.id, null)).toHaveLength(1);
  api.clock.add({ hours: 24 });
  const later = await api.call(invite, { body: { email: 'bombed@test.test' } }, client);
  expect(await mailsOf(later.body.referral.id, null)).toHaveLength(1);
});
