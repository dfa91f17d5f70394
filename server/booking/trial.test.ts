import { describe, expect } from 'vitest';
import { requestVerificationLink, loginByLink, previewLogin } from '#shared/accounts/contract.ts';
import { saveDraft } from '#shared/booking/contract-holding.ts';
import { getMe } from '#shared/me/contract.ts';
import { listTracks } from '#shared/sessions/contract.ts';
import { verificationRequested } from '../accounts/events.ts';
import { grant } from '../credits/steps.ts';
import { test as base } from '#test/rooms/booking.ts';
import { linkFor, waiting } from '#test/rooms/accounts.ts';
import type { TestPerson } from '#test/api/people.ts';

const test = base
  .extend('musician', { scope: 'file' }, ({ studio }) => studio.makeMusician())
  .extend('slots', { scope: 'file' }, ({ studio, musician }) => studio.slotsOf(musician))
  /** A person with trial credits, and others that are spent before or after them. */
  .extend(
    'onTrial',
    { scope: 'file' },
    ({ studio }) =>
      async (more: { after?: number; before?: number } = {}): Promise<TestPerson> => {
        const { after = 0, before = 0 } = more;
        const client = await studio.makeClient({ status: 'trial', credits: after });
        await studio.inTx(async (tx, now) => {
          const lot = { personId: client.id, now } as const;
          const inDays = (days: number) => now.add({ hours: 24 * days });
          await grant(tx, { ...lot, source: 'trial', amount: 1, expiresAt: inDays(14), grantKey: client.id });
          const sooner = { source: 'top-up', expiresAt: inDays(1), grantKey: `${client.id} sooner` } as const;
          if (before > 0) await grant(tx, { ...lot, ...sooner, amount: before });
        });
        return client;
      },
  )
  .extend(
    'hold',
    { scope: 'file' },
    ({ bookingApi, slots }) =>
      (client: TestPerson, count = 1) =>
        bookingApi.hold(client, slots.splice(0, count)),
  )
  .extend(
    'meOf',
    { scope: 'file' },
    ({ app }) =>
      async (client: TestPerson) =>
        (await app.call(getMe, {}, client)).body.user,
  )
  .extend(
    'tracksOf',
    { scope: 'file' },
    ({ app }) =>
      async (client: TestPerson) =>
        (await app.call(listTracks, {}, client)).body.tracks,
  );

describe('a session paid with a trial credit', () => {
  test('is confirmed only once the address is proved; what was held and written stays', async ({
    app,
    studio,
    bookingApi,
    onTrial,
    hold,
    meOf,
    tracksOf,
  }) => {
    const client = await onTrial();
    expect(await meOf(client)).toMatchObject({ email_proved: false, credits_before_trial: 0 });
    const { id } = await hold(client);
    const draft = { session_id: id, service_id: studio.service('recording'), slots: [] };
    await app.call(saveDraft, { body: { ...draft, step: 'review', form: {} } }, client);
    const refused = await bookingApi.confirm(client, id, { save_track: true });
    expect(refused.problem).toMatchObject({
      status: 409,
      code: 'address_not_proved',
      detail: 'Confirm your email to book your first session.',
    });
    expect(await tracksOf(client)).toEqual([]);
    expect((await bookingApi.ledger(client)).map(({ remaining }) => remaining)).toEqual([1]);

    const token = await linkFor(app, client.id, 'sign_in');
    const headers = { cookie: client.cookie };
    expect((await app.call(loginByLink, { body: { token }, headers })).status).toBe(200);
    const again = await app.people.signIn(client);
    expect(await meOf(again)).toMatchObject({ email_proved: true, credits_before_trial: 0 });
    expect((await bookingApi.confirm(again, id, { save_track: true })).status).toBe(201);
    expect(await tracksOf(again)).toMatchObject([{ title: 'Song' }]);
  });

  test.for([
    ['other credits that run out sooner pay all of it', { before: 1 }, 1, 201],
    ['they do not pay all of it', { before: 1 }, 2, 409],
    ['other credits would pay it, but are spent later', { after: 5 }, 1, 409],
  ] as const)(
    'is one where %s: %j, %i credits, %i',
    async ([, credits, price, status], { bookingApi, onTrial, hold }) => {
      const client = await onTrial(credits);
      expect((await bookingApi.confirm(client, (await hold(client, price)).id)).status).toBe(status);
    },
  );

  test('without a trial credit nothing is to be proved', async ({ studio, bookingApi, hold, meOf }) => {
    const client = await studio.makeClient();
    expect(await meOf(client)).toMatchObject({ email_proved: false, credits_before_trial: null });
    expect((await bookingApi.confirm(client, (await hold(client)).id)).status).toBe(201);
  });
});

describe('the link that proves an address', () => {
  test('is asked for with one press, tells where it goes, and leads on', async ({ app, onTrial }) => {
    await app.queues.drain();
    const client = await onTrial();
    const next = '/explore/joao?hold=7&step=review';
    const answer = await app.call(requestVerificationLink, { body: { next } }, client);
    expect(answer.body).toEqual({ email: client.email, sent: true });
    expect(await waiting(app, verificationRequested.event)).toBe(1);
    await app.queues.drain();
  });

  test('five times in a quarter of an hour; not at all to who has proved it', async ({ app, onTrial }) => {
    const client = await onTrial();
    const ask = () => app.call(requestVerificationLink, { body: {} }, client);
    for (let n = 0; n < 5; n += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '900']);
    await app.db
      .updateTable('people')
      .set({ email_proved_at: app.clock.now() })
      .where('id', '=', client.id)
      .execute();
    expect((await ask()).body).toEqual({ email: client.email, sent: false });
  });

  test('keeps the password only in a browser that is signed in to the account', async ({ app }) => {
    const client = await app.people.make('client', { password_hash: 'somebody chose it' });
    const link = await linkFor(app, client.id, 'sign_in');
    const look = async (headers: Record<string, string>) =>
      (await app.call(previewLogin, { body: { link }, headers })).body.voids_password;
    expect([await look({}), await look({ cookie: client.cookie })]).toEqual([true, false]);
  });
});

test('a track is saved with the booking or not at all', async ({ studio, bookingApi, hold, tracksOf }) => {
  const client = await studio.makeClient({ credits: 1 });
  const dear = await hold(client, 2);
  const fields = { title: ' New Song ', track_genre: 'Folk', bpm: '92' };
  const refused = await bookingApi.confirm(client, dear.id, { session_info: fields, save_track: true });
  expect(refused.status).toBe(422);
  expect(await tracksOf(client)).toEqual([]);
  const { id } = await hold(client);
  const { body } = await bookingApi.confirm(client, id, { session_info: fields, save_track: true });
  const [track, ...more] = await tracksOf(client);
  expect(more).toEqual([]);
  expect(track).toMatchObject({ title: 'New Song', track_genre: 'Folk', bpm: '92' });
  expect(body.session.track_id).toBe(track?.id);
});
