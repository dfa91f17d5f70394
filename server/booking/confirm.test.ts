import { describe, expect } from 'vitest';
import { listMessages } from '#shared/messages/contract.ts';
import { createTrack, getSession } from '#shared/sessions/contract.ts';
import { grant } from '../credits/steps.ts';
import { test as base } from '#test/rooms/booking.ts';
import type { TestPerson } from '#test/api/people.ts';
import { type ClientOptions, type TestSlot } from '#test/api/studio.ts';

const test = base
  .extend('musician', { scope: 'file', auto: true }, ({ studio }) => studio.makeMusician())
  .extend('slots', { scope: 'file', auto: true }, ({ studio, musician }) => studio.slotsOf(musician))
  .extend('nextSlot', { scope: 'file' }, ({ slots }) => (): TestSlot => {
    const slot = slots.shift();
    if (slot === undefined) throw new Error('out of slots');
    return slot;
  })
  /** A client's hold on a slot that no other test uses. */
  .extend(
    'aHold',
    { scope: 'file' },
    ({ app, start, studio, desk, nextSlot }) =>
      async (who: ClientOptions = {}): Promise<{ client: TestPerson; id: number; slot: TestSlot }> => {
        app.clock.instant = start;
        const client = await studio.makeClient(who);
        const slot = nextSlot();
        return { client, slot, id: (await desk.hold(client, [slot])).id };
      },
  )
  /** What must not be there after a refusal: a booked session, a taken credit, a thread. */
  .extend(
    'nothingHappened',
    { scope: 'file' },
    ({ app, desk }) =>
      async (client: TestPerson, id: number): Promise<void> => {
        const session = await app.db
          .selectFrom('sessions')
          .select('phase')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        expect(session.phase).toBe('hold');
        for (const lot of await desk.ledger(client)) expect(lot.remaining).toBe(lot.amount);
        const threads = await app.db
          .selectFrom('threads')
          .select('id')
          .where('session_id', '=', id)
          .execute();
        expect(threads).toEqual([]);
      },
  );

describe('a confirmation', () => {
  test('books the session with what the form says and takes the credits', async ({ app, desk, aHold }) => {
    const { client, id, slot } = await aHold();
    const track = await app.call(createTrack, { body: { title: 'Harbour' } }, client);
    const answer = await desk.confirm(client, id, {
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
    expect(await desk.ledger(client)).toMatchObject([{ amount: 12, remaining: 11, entries: 11 }]);
  });

  test('opens the thread with the message', async ({ app, desk, aHold }) => {
    const { client, id } = await aHold();
    const { session } = (await desk.confirm(client, id, { message: 'Hello!' })).body;
    const params = { threadId: session.thread_id ?? '' };
    const { thread } = (await app.call(listMessages, { params }, client)).body;
    expect(thread.status).toBe('open');
    expect(thread.messages.map(({ body, user_id }) => [body, user_id])).toEqual([['Hello!', client.id]]);
  });

  test('opens the thread without a message too, and needs no track', async ({ app, desk, aHold }) => {
    const { client, id } = await aHold();
    const { session } = (await desk.confirm(client, id, { track_id: null, message: '  ' })).body;
    expect(session.track_id).toBeNull();
    const params = { threadId: session.thread_id ?? '' };
    expect((await app.call(listMessages, { params }, client)).body.thread.messages).toEqual([]);
  });

  test('is seen by the musician at once, the hold was not', async ({ app, desk, musician, aHold }) => {
    const { client, id } = await aHold();
    expect((await app.call(getSession, { params: { id } }, musician.person)).status).toBe(404);
    await desk.confirm(client, id);
    expect((await app.call(getSession, { params: { id } }, musician.person)).status).toBe(200);
  });

  test('keeps the slot when the time of the hold has passed', async ({ app, studio, desk, aHold }) => {
    const { client, id, slot } = await aHold();
    await desk.confirm(client, id);
    app.clock.add({ hours: 1 });
    expect((await desk.prebook(await studio.makeClient(), [slot])).status).toBe(409);
  });

  test('only the first session of a client is their first', async ({ desk, nextSlot, aHold }) => {
    const { client, id } = await aHold();
    expect((await desk.confirm(client, id)).body.session.is_first_session).toBe(true);
    expect((await desk.book(client, [nextSlot()])).is_first_session).toBe(false);
  });

  test('of a service that needs no files awaits the review and has no deadline', async ({
    app,
    studio,
    desk,
  }) => {
    const client = await studio.makeClient();
    const adviser = await studio.makeMusician({ services: ['mix-advice'] });
    await app.db
      .updateTable('services')
      .set({ files_deadline_enabled: false })
      .where('value', '=', 'mix-advice')
      .execute();
    const [slot] = await studio.slotsOf(adviser);
    const session = await desk.book(client, slot ? [slot] : [], 'mix-advice');
    expect(session).toMatchObject({ status: 'client_files_pending_review', files_due_at: null });
  });

  test('files are due 24 hours before the start, at the earliest 60 minutes after booking', async ({
    app,
    start,
    studio,
    desk,
  }) => {
    app.clock.instant = start;
    const client = await studio.makeClient();
    const free = await studio.slotsOf(await studio.makeMusician());
    const tomorrow = free.slice(0, 1);
    const later = free.filter(({ starts_at }) => starts_at.toString().startsWith('2026-11-24')).slice(0, 1);
    expect((await desk.book(client, tomorrow)).files_due_at).toBe('2026-11-21T13:00:00Z');
    expect((await desk.book(client, later)).files_due_at).toBe(
      later[0]?.starts_at.subtract({ hours: 24 }).toString(),
    );
  });
});

describe('twice is one booking', () => {
  test('a second confirmation answers the session again and takes nothing', async ({ desk, aHold }) => {
    const { client, id } = await aHold();
    const first = await desk.confirm(client, id);
    const again = await desk.confirm(client, id, { session_info: { title: 'Another' } });
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(await desk.ledger(client)).toMatchObject([{ remaining: 11 }]);
  });

  test('with an Idempotency-Key the first answer comes again; another body under it is 422', async ({
    app,
    desk,
    aHold,
  }) => {
    const { client, id } = await aHold();
    const headers = { 'idempotency-key': 'confirm-1' };
    const first = await desk.confirm(client, id, {}, headers);
    app.clock.add({ hours: 30 });
    expect((await desk.confirm(client, id, {}, headers)).body).toEqual(first.body);
    const other = await desk.confirm(client, id, { message: 'Hm' }, headers);
    expect(other.problem).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  });

  test('a refusal is not kept under the key: after it is mended the same call books', async ({
    studio,
    desk,
    aHold,
  }) => {
    const { client, id } = await aHold({ credits: 0 });
    const headers = { 'idempotency-key': 'confirm-2' };
    expect((await desk.confirm(client, id, {}, headers)).status).toBe(422);
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
    expect((await desk.confirm(client, id, {}, headers)).status).toBe(201);
  });
});

describe('who and what is refused', () => {
  test('not signed in 401, a musician 403, somebody else’s or an unknown hold 404', async ({
    studio,
    desk,
    musician,
    aHold,
    nothingHappened,
  }) => {
    const { client, id } = await aHold();
    expect((await desk.confirm(null, id)).status).toBe(401);
    expect((await desk.confirm(musician.person, id)).status).toBe(403);
    expect((await desk.confirm(await studio.makeClient(), id)).status).toBe(404);
    expect((await desk.confirm(client, 99)).status).toBe(404);
    await nothingHappened(client, id);
  });

  test('somebody else’s track is 404 and an own one beside it changes nothing', async ({
    app,
    studio,
    desk,
    aHold,
    nothingHappened,
  }) => {
    const { client, id } = await aHold();
    const other = await studio.makeClient();
    const foreign = await app.call(createTrack, { body: { title: 'Theirs' } }, other);
    const answer = await desk.confirm(client, id, { track_id: foreign.body.id });
    expect(answer.problem).toMatchObject({ status: 404, detail: 'We could not find this track.' });
    await nothingHappened(client, id);
  });

  test('a hold that was given back or replaced is 404', async ({ desk, nextSlot, aHold }) => {
    const { client, id } = await aHold();
    const second = await desk.hold(client, [nextSlot()]);
    expect((await desk.confirm(client, id)).problem.detail).toBe(
      'This hold is over. Please choose a time again.',
    );
    await desk.release(client, second.id);
    expect((await desk.confirm(client, second.id)).status).toBe(404);
  });

  test('a hold that somebody took over is 409, and so is one that has begun', async ({
    app,
    studio,
    desk,
    nextSlot,
    aHold,
  }) => {
    const { client, id, slot } = await aHold();
    app.clock.add({ minutes: 15 });
    await desk.hold(await studio.makeClient(), [slot]);
    expect((await desk.confirm(client, id)).problem.code).toBe('hold_expired');
    const next = nextSlot();
    app.clock.instant = next.starts_at.subtract({ minutes: 5 });
    const hold = await desk.hold(client, [next]);
    app.clock.instant = next.starts_at;
    expect((await desk.confirm(client, hold.id)).problem).toMatchObject({
      status: 409,
      code: 'hold_expired',
      detail: 'This time has already begun. Please choose another.',
    });
  });
});
