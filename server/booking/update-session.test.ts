import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTrack, getSession, type Session } from '../../shared/sessions/contract.ts';
import { SESSION_STATUSES, UPCOMING_STATUSES } from '../../shared/sessions/rules.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { bookingDesk, type Desk } from '../test/booking.ts';
import type { TestPerson } from '../test/people.ts';
import { makeSession } from '../test/sessions.ts';
import { makeStudio, type Studio, type TestMusician } from '../test/studio.ts';

let app: TestApp;
let studio: Studio;
let desk: Desk;
let musician: TestMusician;
let client: TestPerson;

beforeAll(async () => {
  app = await testApp();
  studio = await makeStudio(app);
  desk = bookingDesk(app, studio);
  musician = await studio.makeMusician({ services: ['recording', 'pre-production'] });
  client = await studio.makeClient();
});
afterAll(() => app.close());
let began: Temporal.Instant | undefined;
beforeEach(() => {
  began ??= app.clock.instant;
  app.clock.instant = began;
});

const make = (options = {}) => makeSession(studio, { client, musician, ...options });
const shown = async (id: number, to = client): Promise<Session> =>
  (await app.call(getSession, { params: { id } }, to)).body.session;
const trackOf = async (person: TestPerson) =>
  (await app.call(createTrack, { body: { title: 'Song' } }, person)).body.id;

/** How many events of this session wait to be told. */
async function tellings(id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from jobs.job where data ->> 'session_id' = ${String(id)}`.execute(app.db);
  return rows[0]?.n ?? 0;
}

const WHOLE = {
  session_info: {
    title: ' New name ',
    track_genre: 'Jazz',
    reference_track: 'https://example.com/a',
    meter: '7/8',
    bpm: '90',
    sampleRate: '96 kHz',
    options: { drums: 'brushes' },
  },
  deliverables: { files_format: ' AIFF ', attendance: false },
};

describe('an edit', () => {
  test('changes the track, the details and when it was last updated, and nothing else', async () => {
    const { id } = await make();
    const before = await shown(id);
    app.clock.add({ minutes: 3 });
    const track_id = await trackOf(client);
    const answer = await desk.edit(client, id, { ...WHOLE, track_id });
    expect(answer.status).toBe(200);
    expect(answer.body.session).toEqual({
      ...before,
      track_id,
      session_info: { ...WHOLE.session_info, title: 'New name' },
      deliverables: { files_format: 'AIFF', attendance: false },
      files_format: 'AIFF',
      attendance: false,
      last_update: app.clock.instant.toString(),
      calendar_sequence: before.calendar_sequence + 1,
      livestream_link: null,
      audio_link: null,
    });
    expect(await shown(id)).toEqual(answer.body.session);
    expect((await shown(id, musician.person)).session_info.title).toBe('New name');
  });

  test('empties what it sends empty; a track and options that it leaves out stay', async () => {
    const { id } = await make();
    const track_id = await trackOf(client);
    await desk.edit(client, id, { ...WHOLE, track_id });
    const { session } = (await desk.edit(client, id)).body;
    expect(session.session_info).toEqual({
      title: 'Song',
      track_genre: null,
      reference_track: null,
      meter: null,
      bpm: null,
      sampleRate: null,
      options: WHOLE.session_info.options,
    });
    expect(session.track_id).toBe(track_id);
    expect((await desk.edit(client, id, { track_id: null })).body.session.track_id).toBeNull();
  });

  test('does not move the last update back when a call that began earlier comes later', async () => {
    const { id } = await make();
    app.clock.add({ minutes: 5 });
    const late = (await desk.edit(client, id)).body.session.last_update;
    app.clock.add({ minutes: -1 });
    const { session } = (await desk.edit(client, id, WHOLE)).body;
    expect([session.session_info.title, session.last_update]).toEqual(['New name', late]);
  });

  test('that changes nothing leaves the session as it was, and nobody is told', async () => {
    const { id } = await make();
    const track_id = await trackOf(client);
    const whole = {
      ...WHOLE,
      track_id,
      session_info: { ...WHOLE.session_info, options: { a: '1', b: '2' } },
    };
    const edited = (await desk.edit(client, id, whole)).body.session;
    const told = await tellings(id);
    app.clock.add({ minutes: 3 });
    const again = { ...whole, session_info: { ...whole.session_info, options: { b: '2', a: '1' } } };
    const answer = await desk.edit(client, id, again);
    expect([answer.status, answer.body.session]).toEqual([200, edited]);
    expect(await tellings(id)).toBe(told);

    const { session_info } = again;
    const other = { ...again, session_info: { ...session_info, options: { a: '1', b: '3' } } };
    expect((await desk.edit(client, id, other)).body.session.calendar_sequence).toBe(
      edited.calendar_sequence + 1,
    );
    expect(await tellings(id)).toBe(told + 1);
  });

  test('keeps what the service’s form hides', async () => {
    const { id } = await make();
    await desk.edit(client, id, WHOLE);
    const recording = app.db.updateTable('services').where('id', '=', studio.service('recording'));
    const { form_flags } = await app.db
      .selectFrom('services')
      .select('form_flags')
      .where('id', '=', studio.service('recording'))
      .executeTakeFirstOrThrow();
    const hidden = { ...(form_flags as object), deliverables: false, bpm: false, sample_rate: false };
    await recording.set({ form_flags: JSON.stringify(hidden) }).execute();
    const answer = await desk.edit(client, id, {
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

  test('is open to a managed client, and while the musician does not offer the service any more', async () => {
    const managed = await app.people.make('managed');
    const other = await studio.makeMusician();
    const { id } = await make({ client: managed, musician: other });
    await app.db.deleteFrom('musician_services').where('musician_id', '=', other.id).execute();
    expect((await desk.edit(managed, id, WHOLE)).body.session.session_info.title).toBe('New name');
  });

  test('of 40 at once is one of them whole', async () => {
    const { id } = await make();
    const edits = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const attendance = n % 2 === 0;
        const info = { title: `take ${n}`, bpm: `${n}`, meter: `${n}/4`, options: { n: `${n}` } };
        const edit = { session_info: info, deliverables: { files_format: `format ${n}`, attendance } };
        return { edit, answer: await desk.edit(client, id, edit) };
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
  test.each(SESSION_STATUSES)('%s', async (status) => {
    const past = ['partner_upload_required', 'partner_deliverables_ready'].includes(status);
    const starts = app.clock.instant.subtract({ hours: SESSION_STATUSES.indexOf(status) + 1 });
    const { id } = await make({ status, ...(past ? { starts } : {}) });
    const { status: code, problem } = await desk.edit(client, id, WHOLE);
    const upcoming = (UPCOMING_STATUSES as readonly string[]).includes(status);
    expect([code, problem.code, problem.detail]).toEqual(
      upcoming
        ? [200, undefined, undefined]
        : [401, 'edit_not_allowed', 'You are not allowed to make changes on this session.'],
    );
  });

  test('until its end, to the instant', async () => {
    const { id, ends } = await make();
    app.clock.instant = ends.subtract({ milliseconds: 1 });
    expect((await desk.edit(client, id)).status).toBe(200);
    app.clock.instant = ends;
    expect((await desk.edit(client, id)).status).toBe(401);
  });
});

describe('who and what is refused', () => {
  test('not signed in 401, a musician 403, somebody else’s, a hold and nobody’s 404, malformed 400', async () => {
    const { id } = await make();
    expect((await desk.edit(null, id)).problem.code).toBe('not_signed_in');
    expect((await desk.edit(musician.person, id)).status).toBe(403);
    expect((await desk.edit(await studio.makeClient(), id, WHOLE)).status).toBe(404);
    expect((await desk.edit(await app.people.make('managed'), id)).status).toBe(404);
    expect((await desk.edit(client, (await make({ status: 'prebooked' })).id)).status).toBe(404);
    expect((await desk.edit(client, 99)).status).toBe(404);
    expect((await desk.edit(client, 1.5)).status).toBe(400);
    const options = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`option ${n}`, 'yes']));
    const many = { session_info: { ...WHOLE.session_info, options } };
    expect((await desk.edit(client, id, many)).status).toBe(400);
    expect((await shown(id)).session_info.title).toBe('Song');
  });

  test('somebody else’s track is 404, and nothing is changed', async () => {
    const { id } = await make();
    const answer = await desk.edit(client, id, {
      ...WHOLE,
      track_id: await trackOf(await studio.makeClient()),
    });
    expect(answer.problem).toMatchObject({ status: 404, detail: 'We could not find this track.' });
    expect((await shown(id)).session_info.title).toBe('Song');
  });

  test('wrong fields are 422 with the form’s words, and nothing is changed', async () => {
    const { id } = await make();
    const answer = await desk.edit(client, id, {
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

  test('an offline session is attended by nobody', async () => {
    const { id } = await make({ service: 'pre-production', attendance: false });
    const attend = { deliverables: { files_format: 'WAV', attendance: true } };
    expect((await desk.edit(client, id, attend)).problem.errors).toMatchObject([
      { field: 'deliverables.attendance' },
    ]);
    const stay = { deliverables: { files_format: 'WAV', attendance: false } };
    expect((await desk.edit(client, id, stay)).status).toBe(200);
    const offline = await studio.makeMusician({ sessionsType: 'offline' });
    const live = await make({ musician: offline, attendance: false });
    expect((await desk.edit(client, live.id, attend)).status).toBe(422);
  });
});
