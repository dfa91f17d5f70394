import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { createTrack, getSession, type Session } from '#shared/sessions/contract.ts';
import { UPCOMING_STATUSES } from '#shared/sessions/rules.ts';
import { SESSION_STATUSES } from '#shared/sessions/rules-status.ts';
import { test as base } from '#test/rooms/booking.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession } from '#test/rooms/sessions.ts';

const WHOLE = {
  session_info: {
    title: ' New name ',
    track_genre: 'Jazz',
    reference_track: 'https://example.com/a',
    meter: '7/8',
    bpm: '90',
    sampleRate: '96 kHz',
    options: { extra: 'brushes' },
  },
  deliverables: { files_format: ' AIFF ', attendance: false },
};

const test = base
  .extend('musician', { scope: 'file' }, ({ studio }) =>
    studio.makeMusician({ services: ['recording', 'pre-production'] }),
  )
  .extend('client', { scope: 'file' }, ({ studio }) => studio.makeClient())
  .extend(
    'make',
    { scope: 'file' },
    ({ studio, musician, client }) =>
      (options = {}) =>
        makeSession(studio, { client, musician, ...options }),
  )
  .extend(
    'shown',
    { scope: 'file' },
    ({ app, client }) =>
      async (id: number, to = client): Promise<Session> =>
        (await app.call(getSession, { params: { id } }, to)).body.session,
  )
  .extend(
    'trackOf',
    { scope: 'file' },
    ({ app }) =>
      async (person: TestPerson) =>
        (await app.call(createTrack, { body: { title: 'Song' } }, person)).body.id,
  )
  /** How many events of this session are queued. */
  .extend('tellings', { scope: 'file' }, ({ app }) => async (id: number): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
    select count(*) as n from jobs.job where data ->> 'session_id' = ${String(id)}`.execute(app.db);
    return rows[0]?.n ?? 0;
  });

test.beforeAll(async ({ app, studio }) => {
  const part = { name: 'part', label: 'Part', choices: [{ value: 'lead', label: 'Lead' }] };
  await app.db
    .updateTable('services')
    .set({ form_flags: sql`form_flags || ${JSON.stringify({ options: [part] })}::jsonb` })
    .where('id', '=', studio.service('recording'))
    .execute();
});

describe('an edit', () => {
  test('changes the track, the details and when it was last updated, and nothing else', async ({
    clock,
    bookingApi,
    musician,
    client,
    make,
    shown,
    trackOf,
  }) => {
    const { id } = await make();
    const before = await shown(id);
    clock.add({ minutes: 3 });
    const track_id = await trackOf(client);
    const answer = await bookingApi.edit(client, id, { ...WHOLE, track_id });
    expect(answer.status).toBe(200);
    expect(answer.body.session).toEqual({
      ...before,
      track_id,
      session_info: {
        ...WHOLE.session_info,
        title: 'New name',
        named_options: [{ label: 'Extra instrument', value: 'brushes' }],
      },
      deliverables: { files_format: 'AIFF', attendance: false },
      files_format: 'AIFF',
      attendance: false,
      last_update: clock.instant.toString(),
      calendar_sequence: before.calendar_sequence + 1,
      livestream_link: null,
      audio_link: null,
    });
    expect(await shown(id)).toEqual(answer.body.session);
    expect((await shown(id, musician.person)).session_info.title).toBe('New name');
  });

  test('empties what it sends empty; a track and options that it leaves out stay', async ({
    bookingApi,
    client,
    make,
    trackOf,
  }) => {
    const { id } = await make();
    const track_id = await trackOf(client);
    await bookingApi.edit(client, id, { ...WHOLE, track_id });
    const { session } = (await bookingApi.edit(client, id)).body;
    expect(session.session_info).toEqual({
      title: 'Song',
      track_genre: null,
      reference_track: null,
      meter: null,
      bpm: null,
      sampleRate: null,
      options: WHOLE.session_info.options,
      named_options: [{ label: 'Extra instrument', value: 'brushes' }],
    });
    expect(session.track_id).toBe(track_id);
    expect((await bookingApi.edit(client, id, { track_id: null })).body.session.track_id).toBeNull();
  });

  test('does not move the last update back when a call that began earlier comes later', async ({
    clock,
    bookingApi,
    client,
    make,
  }) => {
    const { id } = await make();
    clock.add({ minutes: 5 });
    const late = (await bookingApi.edit(client, id)).body.session.last_update;
    clock.add({ minutes: -1 });
    const { session } = (await bookingApi.edit(client, id, WHOLE)).body;
    expect([session.session_info.title, session.last_update]).toEqual(['New name', late]);
  });

  test('that changes nothing leaves the session as it was, and nobody is told', async ({
    clock,
    bookingApi,
    client,
    make,
    trackOf,
    tellings,
  }) => {
    const { id } = await make();
    const track_id = await trackOf(client);
    const whole = {
      ...WHOLE,
      track_id,
      session_info: { ...WHOLE.session_info, options: { part: 'lead', extra: '2' } },
    };
    const edited = (await bookingApi.edit(client, id, whole)).body.session;
    const told = await tellings(id);
    clock.add({ minutes: 3 });
    const again = {
      ...whole,
      session_info: { ...whole.session_info, options: { extra: '2', part: 'lead' } },
    };
    const answer = await bookingApi.edit(client, id, again);
    expect([answer.status, answer.body.session]).toEqual([200, edited]);
    expect(await tellings(id)).toBe(told);

    const { session_info } = again;
    const other = { ...again, session_info: { ...session_info, options: { part: 'lead', extra: '3' } } };
    expect((await bookingApi.edit(client, id, other)).body.session.calendar_sequence).toBe(
      edited.calendar_sequence + 1,
    );
    expect(await tellings(id)).toBe(told + 1);
  });

  test('keeps what the service’s form hides', async ({ app, studio, bookingApi, client, make }) => {
    const { id } = await make();
    await bookingApi.edit(client, id, WHOLE);
    const recording = app.db.updateTable('services').where('id', '=', studio.service('recording'));
    const { form_flags } = await app.db
      .selectFrom('services')
      .select('form_flags')
      .where('id', '=', studio.service('recording'))
      .executeTakeFirstOrThrow();
    const hidden = { ...(form_flags as object), deliverables: false, bpm: false, sample_rate: false };
    await recording.set({ form_flags: JSON.stringify(hidden) }).execute();
    const answer = await bookingApi.edit(client, id, {
      session_info: { title: 'Again', bpm: 'x'.repeat(2000) },
      deliverables: { attendance: true },
    });
    await recording.set({ form_flags: JSON.stringify(form_flags) }).execute();
    expect(answer.body.session).toMatchObject({
      files_format: 'AIFF',
      attendance: true,
      session_info: { title: 'Again', bpm: '90', sampleRate: '96 kHz', meter: null },
    });
  });

  test('is open to a managed client, and while the musician does not offer the service any more', async ({
    app,
    studio,
    bookingApi,
    make,
  }) => {
    const managed = await app.people.make('managed');
    const other = await studio.makeMusician();
    const { id } = await make({ client: managed, musician: other });
    await app.db.deleteFrom('musician_services').where('musician_id', '=', other.id).execute();
    expect((await bookingApi.edit(managed, id, WHOLE)).body.session.session_info.title).toBe('New name');
  });

  test('of 40 at once is one of them whole', async ({ bookingApi, client, make, shown }) => {
    const { id } = await make();
    const edits = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const attendance = n % 2 === 0;
        const info = { title: `take ${n}`, bpm: `${n}`, meter: `${n}/4`, options: { extra: `${n}` } };
        const edit = { session_info: info, deliverables: { files_format: `format ${n}`, attendance } };
        return { edit, answer: await bookingApi.edit(client, id, edit) };
      }),
    );
    expect(edits.map(({ answer }) => answer.status)).toEqual(edits.map(() => 200));
    const { session_info, deliverables } = await shown(id);
    const wholes = edits.filter(({ edit }) => edit.session_info.title === session_info.title);
    expect(wholes).toHaveLength(1);
    expect({ session_info, deliverables }).toMatchObject(wholes[0]?.edit ?? {});
  });
});

describe('which session can be edited', () => {
  test.for(SESSION_STATUSES)('%s', async (status, { clock, bookingApi, client, make }) => {
    const past = ['partner_upload_required', 'partner_deliverables_ready'].includes(status);
    const starts = clock.instant.subtract({ hours: SESSION_STATUSES.indexOf(status) + 1 });
    const { id } = await make({ status, ...(past ? { starts } : {}) });
    const { status: code, problem } = await bookingApi.edit(client, id, WHOLE);
    const upcoming = (UPCOMING_STATUSES as readonly string[]).includes(status);
    expect([code, problem.code, problem.detail]).toEqual(
      upcoming
        ? [200, undefined, undefined]
        : [401, 'edit_not_allowed', 'You are not allowed to make changes on this session.'],
    );
  });

  test('until its end, to the instant', async ({ clock, bookingApi, client, make }) => {
    const { id, ends } = await make();
    clock.instant = ends.subtract({ milliseconds: 1 });
    expect((await bookingApi.edit(client, id)).status).toBe(200);
    clock.instant = ends;
    expect((await bookingApi.edit(client, id)).status).toBe(401);
  });
});

describe('who and what is refused', () => {
  test('not signed in 401, a musician 403, somebody else’s, a hold and nobody’s 404, malformed 400', async ({
    app,
    studio,
    bookingApi,
    musician,
    client,
    make,
    shown,
  }) => {
    const { id } = await make();
    expect((await bookingApi.edit(null, id)).problem.code).toBe('not_signed_in');
    expect((await bookingApi.edit(musician.person, id)).status).toBe(403);
    expect((await bookingApi.edit(await studio.makeClient(), id, WHOLE)).status).toBe(404);
    expect((await bookingApi.edit(await app.people.make('managed'), id)).status).toBe(404);
    expect((await bookingApi.edit(client, (await make({ status: 'prebooked' })).id)).status).toBe(404);
    expect((await bookingApi.edit(client, 99)).status).toBe(404);
    expect((await bookingApi.edit(client, 1.5)).status).toBe(400);
    const options = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`option ${n}`, 'yes']));
    const many = { session_info: { ...WHOLE.session_info, options } };
    expect((await bookingApi.edit(client, id, many)).status).toBe(400);
    expect((await shown(id)).session_info.title).toBe('Song');
  });

  test('somebody else’s track is 404, and nothing is changed', async ({
    studio,
    bookingApi,
    client,
    make,
    shown,
    trackOf,
  }) => {
    const { id } = await make();
    const answer = await bookingApi.edit(client, id, {
      ...WHOLE,
      track_id: await trackOf(await studio.makeClient()),
    });
    expect(answer.problem).toMatchObject({ status: 404, detail: 'We could not find this track.' });
    expect((await shown(id)).session_info.title).toBe('Song');
  });

  test('wrong fields are 422 with the form’s words, and nothing is changed', async ({
    bookingApi,
    client,
    make,
    shown,
  }) => {
    const { id } = await make();
    const answer = await bookingApi.edit(client, id, {
      session_info: { title: ' ', track_genre: 'Noise', reference_track: 'no link', bpm: 'x'.repeat(255) },
      deliverables: { files_format: '', attendance: true },
    });
    expect(answer.problem).toMatchObject({
      status: 422,
      code: 'invalid',
      errors: [
        { field: 'session_info.title', message: 'You need to provide a track name' },
        { field: 'session_info.track_genre', message: 'Please choose a genre from the list.' },
        {
          field: 'session_info.reference_track',
          message:
            'Seems like you are entering something that is not a link. You can leave comments in the deliverables section.',
        },
        { field: 'session_info.bpm', message: 'Please use at most 254 characters.' },
        { field: 'deliverables.files_format', message: 'Required' },
      ],
    });
    expect((await shown(id)).session_info.title).toBe('Song');
  });

  test('an offline session is attended by nobody', async ({ studio, bookingApi, client, make }) => {
    const { id } = await make({ service: 'pre-production', attendance: false });
    const attend = { deliverables: { files_format: 'WAV', attendance: true } };
    expect((await bookingApi.edit(client, id, attend)).problem.errors).toMatchObject([
      { field: 'deliverables.attendance' },
    ]);
    const stay = { deliverables: { files_format: 'WAV', attendance: false } };
    expect((await bookingApi.edit(client, id, stay)).status).toBe(200);
    const offline = await studio.makeMusician({ sessionsType: 'offline' });
    const live = await make({ musician: offline, attendance: false });
    expect((await bookingApi.edit(client, live.id, attend)).status).toBe(422);
  });
});
