import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../shared/accounts/contract.ts';
import { joinBundle } from '../../shared/billing/contract.ts';
import { checkCode, invite, listReferrals, remind } from '../../shared/referrals/contract.ts';
import { invoicePaid } from '../billing/events.ts';
import { balance } from '../credits/service.ts';
import { listKept, readKept } from '../notifications/outbox/read.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { cookieIn } from '../test/door.ts';
import type { TestPerson } from '../test/people.ts';
import { raise } from '../test/referrals.ts';
import { payRewards } from './jobs.ts';

let api: TestApp;
let inviter: TestPerson;
beforeAll(async () => {
  api = await testApp();
  inviter = await api.people.make('client', { name: 'Clara Client' });
});
afterAll(() => api.close());

/** The mails that lie in the outbox for an address, newest first, each with the query of its link. */
async function mailsTo(email: string) {
  await api.app.queues.drain();
  const { dataDir } = api.app.ctx().settings;
  const { mails } = await listKept(dataDir, { page: 0, size: 100 });
  const theirs = mails.filter(({ mail }) => mail.to?.some(({ address }) => address === email));
  return Promise.all(
    theirs.map(async ({ id, mail: { subject } }) => {
      const text = (await readKept(dataDir, id))?.mail.text ?? '';
      const link = /http:\/\/localhost:4000\/welcome\?[^\s<>"]+/.exec(text)?.[0] ?? 'http://none';
      return { subject, query: Object.fromEntries(new URL(link).searchParams) };
    }),
  );
}
const status = async () => (await api.call(listReferrals, {}, inviter)).body.referrals[0]?.status;
const creditsOf = async (id: string) => (await balance(api.db, id, api.clock.now())).sessions_left;

test('from the invitation to the reward, through every room that takes part', async () => {
  const email = 'mira@friends.test';
  const { referral } = (await api.call(invite, { body: { email } }, inviter)).body;
  api.clock.add({ hours: 24 });
  await api.call(remind, { body: { referral_id: referral.id } }, inviter);
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(2);
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(2);
  const query = mails[0]?.query ?? {};
  expect(query).toEqual({ artist: 'Clara Client', code: expect.any(String) as string, email });
  const code = query['code'] ?? '';
  expect((await api.call(checkCode, { body: { code } })).body).toEqual({
    isUsed: false,
    email,
    name: 'Clara Client',
  });

  const user = { name: 'Mira Friend', email, timezone: 'Europe/Lisbon', password: 'twelve tones' };
  const signedUp = await api.call(signUp, { body: { user, referral_code: code } });
  expect(signedUp.status).toBe(200);
  const { id } = signedUp.body.user;
  expect(await status()).toBe('accepted-signup');
  expect((await api.call(checkCode, { body: { code } })).body.isUsed).toBe(true);

  const cookie = cookieIn(signedUp);
  const joined = await api.call(joinBundle, { body: { bundle_id: 'free-trial' }, headers: { cookie } });
  expect(joined.status).toBe(200);
  await api.app.queues.drain();
  expect(await status()).toBe('accepted-trial');
  const before = await creditsOf(id);

  await raise(api, invoicePaid, { person_id: id, first: true, card_fingerprint: 'a card' });
  expect(await status()).toBe('waiting-for-approval');
  api.clock.add({ hours: 72 });
  await payRewards.run(api.app.ctx(), {});
  expect(await status()).toBe('reward-delivered');
  expect([await creditsOf(inviter.id), (await creditsOf(id)) - before]).toEqual([5, 5]);
});

test('an address with an account gets no mail for an invitation and its reminder; a new one gets both', async () => {
  const known = await api.people.make('client');
  const sent = await Promise.all(
    [known.email, 'new@friends.test'].map((email) => api.call(invite, { body: { email } }, inviter)),
  );
  api.clock.add({ hours: 24 });
  for (const { body } of sent)
    expect((await api.call(remind, { body: { referral_id: body.referral.id } }, inviter)).status).toBe(200);
  const mails = [await mailsTo(known.email), await mailsTo('new@friends.test')];
  expect(mails.map(({ length }) => length)).toEqual([0, 2]);
});
