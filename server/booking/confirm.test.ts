import { describe, expect } from 'vitest';
import { listMessages } from '#shared/messages/contract.ts';
import { createTrack, getSession } from '#shared/sessions/contract.ts';
import { grant } from '../credits/steps.ts';
import { test } from '#test/rooms/holds.ts';

describe('a confirmation', () => {
  test('books the session with what the form says and takes the credits', async ({
    app,
    bookingApi,
    makeHold,
  }) => {
    const { client, id, slot } = await makeHold();
    const track = await app.call(createTrack, { body: { title: 'Harbour' } }, client);
    const answer = await bookingApi.confirm(client, id, {
      track_id: track.body.id,
      session_info: {
        title: ' Harbour ',
        track_genre: 'Folk',
        reference_track: 'https://youtu.be/abc',
        meter: '7/8',
        bpm: 'about 96',
        sampleRate: '48 kHz',
        options: { extra: 'shaker', color: 'red' },
      },
      deliverables: { files_format: 'Stems to be imported in a different DAW', attendance: true },
      message: 'Brushes, please.',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.session).toMatchObject({
      id,
      status: 'client_files_upload_required',
      type: 'upcoming',
      track_id: track.body.id,
      start_date: slot.starts_at.toString(),
      booked_at: '2026-11-21T12:00:00Z',
      credits: 1,
      attendance: true,
      files_format: 'Stems to be imported in a different DAW',
      is_first_session: true,
      hold_expires_at: null,
      session_info: {
        title: 'Harbour',
        track_genre: 'Folk',
        reference_track: 'https://youtu.be/abc',
        meter: '7/8',
        bpm: 'about 96',
        sampleRate: '48 kHz',
        options: { extra: 'shaker' },
        named_options: [{ label: 'Extra instrument', value: 'shaker' }],
      },
    });
    expect(await bookingApi.ledger(client)).toMatchObject([{ amount: 12, remaining: 11, entries: 11 }]);
  });

  test('opens the thread with the message', async ({ app, bookingApi, makeHold }) => {
    const { client, id } = await makeHold();
    const { session } = (await bookingApi.confirm(client, id, { message: 'Hello!' })).body;
    const params = { threadId: session.thread_id ?? '' };
    const { thread } = (await app.call(listMessages, { params }, client)).body;
    expect(thread.status).toBe('open');
    expect(thread.messages.map(({ body, user_id }) => [body, user_id])).toEqual([['Hello!', client.id]]);
  });

  test('opens the thread without a message too, and needs no track', async ({
    app,
    bookingApi,
    makeHold,
  }) => {
    const { client, id } = await makeHold();
    const { session } = (await bookingApi.confirm(client, id, { track_id: null, message: '  ' })).body;
    expect(session.track_id).toBeNull();
    const params = { threadId: session.thread_id ?? '' };
    expect((await app.call(listMessages, { params }, client)).body.thread.messages).toEqual([]);
  });

  test('is seen by the musician at once, the hold was not', async ({
    app,
    bookingApi,
    musician,
    makeHold,
  }) => {
    const { client, id } = await makeHold();
    expect((await app.call(getSession, { params: { id } }, musician.person)).status).toBe(404);
    await bookingApi.confirm(client, id);
    expect((await app.call(getSession, { params: { id } }, musician.person)).status).toBe(200);
  });

  test('keeps the slot when the time of the hold has passed', async ({
    app,
    studio,
    bookingApi,
    makeHold,
  }) => {
    const { client, id, slot } = await makeHold();
    await bookingApi.confirm(client, id);
    app.clock.add({ hours: 1 });
    expect((await bookingApi.prebook(await studio.makeClient(), [slot])).status).toBe(409);
  });

  test('only the first session of a client is their first', async ({ bookingApi, nextSlot, makeHold }) => {
    const { client, id } = await makeHold();
    expect((await bookingApi.confirm(client, id)).body.session.is_first_session).toBe(true);
    expect((await bookingApi.book(client, [nextSlot()])).is_first_session).toBe(false);
  });

  test('of a service that needs no files awaits the review and has no deadline', async ({
    app,
    studio,
    bookingApi,
  }) => {
    const client = await studio.makeClient();
    const adviser = await studio.makeMusician({ services: ['mix-advice'] });
    await app.db
      .updateTable('services')
      .set({ files_deadline_enabled: false })
      .where('value', '=', 'mix-advice')
      .execute();
    const [slot] = await studio.slotsOf(adviser);
    const session = await bookingApi.book(client, slot ? [slot] : [], 'mix-advice');
    expect(session).toMatchObject({ status: 'client_files_pending_review', files_due_at: null });
  });

  test('files are due 24 hours before the start, at the earliest 60 minutes after booking', async ({
    app,
    start,
    studio,
    bookingApi,
  }) => {
    app.clock.instant = start;
    const client = await studio.makeClient();
    const free = await studio.slotsOf(await studio.makeMusician());
    const tomorrow = free.slice(0, 1);
    const later = free.filter(({ starts_at }) => starts_at.toString().startsWith('2026-11-24')).slice(0, 1);
    expect((await bookingApi.book(client, tomorrow)).files_due_at).toBe('2026-11-21T13:00:00Z');
    expect((await bookingApi.book(client, later)).files_due_at).toBe(
      later[0]?.starts_at.subtract({ hours: 24 }).toString(),
    );
  });
});

describe('twice is one booking', () => {
  test('a second confirmation answers the session again and takes nothing', async ({
    bookingApi,
    makeHold,
  }) => {
    const { client, id } = await makeHold();
    const first = await bookingApi.confirm(client, id);
    const again = await bookingApi.confirm(client, id, { session_info: { title: 'Another' } });
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(await bookingApi.ledger(client)).toMatchObject([{ remaining: 11 }]);
  });

  test('with an Idempotency-Key the first answer comes again; another body under it is 422', async ({
    app,
    bookingApi,
    makeHold,
  }) => {
    const { client, id } = await makeHold();
    const headers = { 'idempotency-key': 'confirm-1' };
    const first = await bookingApi.confirm(client, id, {}, headers);
    app.clock.add({ hours: 30 });
    expect((await bookingApi.confirm(client, id, {}, headers)).body).toEqual(first.body);
    const other = await bookingApi.confirm(client, id, { message: 'Hm' }, headers);
    expect(other.problem).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  });

  test('a refusal is not kept under the key: after it is mended the same call books', async ({
    studio,
    bookingApi,
    makeHold,
  }) => {
    const { client, id } = await makeHold({ credits: 0 });
    const headers = { 'idempotency-key': 'confirm-2' };
    expect((await bookingApi.confirm(client, id, {}, headers)).status).toBe(422);
    await studio.inTx((tx, now) =>
      grant(tx, {
        personId: client.id,
        source: 'top-up',
        amount: 1,
        expiresAt: null,
        grantKey: `mend ${id}`,
        now,
      }),
    );
    expect((await bookingApi.confirm(client, id, {}, headers)).status).toBe(201);
  });
});

describe('who and what is refused', () => {
  test('not signed in 401, a musician 403, somebody else’s or an unknown hold 404', async ({
    studio,
    bookingApi,
    musician,
    makeHold,
    expectUnconfirmed,
  }) => {
    const { client, id } = await makeHold();
    expect((await bookingApi.confirm(null, id)).status).toBe(401);
    expect((await bookingApi.confirm(musician.person, id)).status).toBe(403);
    expect((await bookingApi.confirm(await studio.makeClient(), id)).status).toBe(404);
    expect((await bookingApi.confirm(client, 99)).status).toBe(404);
    await expectUnconfirmed(client, id);
  });

  test('somebody else’s track is 404 and an own one beside it changes nothing', async ({
    app,
    studio,
    bookingApi,
    makeHold,
    expectUnconfirmed,
  }) => {
    const { client, id } = await makeHold();
    const other = await studio.makeClient();
    const foreign = await app.call(createTrack, { body: { title: 'Theirs' } }, other);
    const answer = await bookingApi.confirm(client, id, { track_id: foreign.body.id });
    expect(answer.problem).toMatchObject({ status: 404, detail: 'We could not find this track.' });
    await expectUnconfirmed(client, id);
  });

  test('a hold that was given back or replaced is 404', async ({ bookingApi, nextSlot, makeHold }) => {
    const { client, id } = await makeHold();
    const second = await bookingApi.hold(client, [nextSlot()]);
    expect((await bookingApi.confirm(client, id)).problem.detail).toBe(
      'This hold is over. Please choose a time again.',
    );
    await bookingApi.release(client, second.id);
    expect((await bookingApi.confirm(client, second.id)).status).toBe(404);
  });

  test('a hold that somebody took over is 409, and so is one that has begun', async ({
    app,
    studio,
    bookingApi,
    nextSlot,
    makeHold,
  }) => {
    const { client, id, slot } = await makeHold();
    app.clock.add({ minutes: 15 });
    await bookingApi.hold(await studio.makeClient(), [slot]);
    expect((await bookingApi.confirm(client, id)).problem.code).toBe('hold_expired');
    const next = nextSlot();
    app.clock.instant = next.starts_at.subtract({ minutes: 5 });
    const hold = await bookingApi.hold(client, [next]);
    app.clock.instant = next.starts_at;
    expect((await bookingApi.confirm(client, hold.id)).problem).toMatchObject({
      status: 409,
      code: 'hold_expired',
      detail: 'This time has already begun. Please choose another.',
    });
  });
});
