import { expect } from 'vitest';
import { signUp } from '#shared/accounts/contract.ts';
import { joinBundle } from '#shared/billing/contract.ts';
import { checkCode, invite, listReferrals, remind } from '#shared/referrals/contract.ts';
import { invoicePaid } from '../billing/events.ts';
import { balance } from '../credits/service.ts';
import { listOutbox, readStored } from '../mail/outbox/read.ts';
import { cookieIn } from '#test/rooms/accounts.ts';
import { raise } from '#test/rooms/referrals.ts';
import { payRewards } from './jobs.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('inviter', { scope: 'file', auto: true }, ({ app }) =>
    app.people.make('client', { name: 'Clara Client' }),
  )
  /** Mails in the outbox for an address, newest first, each with the query of its link. */
  .extend('mailsTo', { scope: 'file' }, ({ app }) => async (email: string) => {
    await app.queues.drain();
    const { dataDir } = app.ctx().settings;
    const { mails } = await listOutbox(dataDir, { page: 0, size: 100 });
    const theirs = mails.filter(({ mail }) => mail.to?.some(({ address }) => address === email));
    return Promise.all(
      theirs.map(async ({ id, mail: { subject } }) => {
        const text = (await readStored(dataDir, id))?.mail.text ?? '';
        const link = /http:\/\/localhost:4000\/welcome\?[^\s<>"]+/.exec(text)?.[0] ?? 'http://none';
        return { subject, query: Object.fromEntries(new URL(link).searchParams) };
      }),
    );
  })
  .extend(
    'status',
    { scope: 'file' },
    ({ app, inviter }) =>
      async () =>
        (await app.call(listReferrals, {}, inviter)).body.referrals[0]?.status,
  )
  .extend(
    'creditsOf',
    { scope: 'file' },
    ({ app }) =>
      async (id: string) =>
        (await balance(app.db, id, app.clock.now())).sessions_left,
  );

test('from the invitation to the reward, through every room that takes part', async ({
  app,
  inviter,
  mailsTo,
  status,
  creditsOf,
}) => {
  const email = 'mira@friends.test';
  const { referral } = (await app.call(invite, { body: { email } }, inviter)).body;
  app.clock.add({ hours: 24 });
  await app.call(remind, { body: { referral_id: referral.id } }, inviter);
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(2);
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(2);
  const query = mails[0]?.query ?? {};
  expect(query).toEqual({ artist: 'Clara Client', code: expect.any(String) as string, email });
  const code = query['code'] ?? '';
  expect((await app.call(checkCode, { body: { code } })).body).toEqual({
    isUsed: false,
    email,
    name: 'Clara Client',
    mine: false,
  });

  const user = { name: 'Mira Friend', email, timezone: 'Europe/Lisbon', password: 'twelve tones' };
  const signedUp = await app.call(signUp, { body: { user, referral_code: code } });
  expect(signedUp.status).toBe(200);
  const { id } = signedUp.body.user;
  expect(await status()).toBe('accepted-signup');
  expect((await app.call(checkCode, { body: { code } })).body).toMatchObject({ isUsed: true, mine: false });
  const cookie = cookieIn(signedUp);
  const mine = await app.call(checkCode, { body: { code }, headers: { cookie } });
  expect(mine.body).toMatchObject({ isUsed: true, mine: true });

  const joined = await app.call(joinBundle, { body: { bundle_id: 'free-trial' }, headers: { cookie } });
  expect(joined.status).toBe(200);
  await app.queues.drain();
  expect(await status()).toBe('accepted-trial');
  const before = await creditsOf(id);

  await raise(app, invoicePaid, { person_id: id, first: true, card_fingerprint: 'a card' });
  expect(await status()).toBe('waiting-for-approval');
  app.clock.add({ hours: 72 });
  await payRewards.run(app.ctx(), {});
  expect(await status()).toBe('reward-delivered');
  expect([await creditsOf(inviter.id), (await creditsOf(id)) - before]).toEqual([5, 5]);
});

test('an address with an account gets no mail for an invitation and its reminder; a new one gets both', async ({
  app,
  inviter,
  mailsTo,
}) => {
  const known = await app.people.make('client');
  const sent = await Promise.all(
    [known.email, 'new@friends.test'].map((email) => app.call(invite, { body: { email } }, inviter)),
  );
  app.clock.add({ hours: 24 });
  for (const { body } of sent)
    expect((await app.call(remind, { body: { referral_id: body.referral.id } }, inviter)).status).toBe(200);
  const mails = [await mailsTo(known.email), await mailsTo('new@friends.test')];
  expect(mails.map(({ length }) => length)).toEqual([0, 2]);
});
