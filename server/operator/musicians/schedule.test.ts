import { expect } from 'vitest';
import type { ScheduleChange } from '#shared/calendar/rules-change.ts';
import { listSlots } from '#shared/explore/contract.ts';
import * as contract from '#shared/operator/musicians/contract-schedule.ts';
import type { TestPerson } from '#test/api/people.ts';
import { portOf } from '#test/api/app.ts';
import { test as base } from '#test/api/test.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { openStream } from '#test/rooms/live.ts';
import { scheduleApi } from '#test/rooms/schedule.ts';

const NOBODY = '01900000-0000-7000-8000-000000000000';
/** Mondays at these times, for recordings. */
const mondays = (valid_from: string, ...times: string[]): ScheduleChange => ({
  kind: 'hours',
  valid_from,
  hours: times.map((from) => ({ weekday: 1, from, unit_minutes: 30, category: 'instruments' })),
});
const dayOff = (day: string, note = ''): ScheduleChange => ({
  kind: 'time_off',
  from_day: day,
  to_day: day,
  from_time: null,
  to_time: null,
  every_year: false,
  note,
});
const evening: ScheduleChange = {
  kind: 'offer',
  offers: [{ starts_at: '2026-11-25T20:00:00Z', unit_minutes: 30, category: 'instruments' }],
};

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'))
  .extend('client', { scope: 'file' }, ({ studio }) => studio.makeClient())
  .extend('own', { scope: 'file' }, ({ app }) => scheduleApi(app))
  .extend('musician', ({ studio }) =>
    studio.makeMusician({
      hours: [{ weekday: 1, from: '15:00', unit_minutes: 30, category: 'instruments' }],
    }),
  )
  /** Sends a change to a call, as somebody, on the version that stands now or on another. */
  .extend(
    'send',
    { scope: 'file' },
    ({ app, operator }) =>
      async (
        call: typeof contract.changeMusicianSchedule | typeof contract.previewMusicianSchedule,
        id: string,
        change: ScheduleChange,
        { version, as = operator }: { readonly version?: number; readonly as?: TestPerson } = {},
      ) => {
        const found = await app.call(contract.getMusicianSchedule, { params: { id } }, operator);
        const body = { version: version ?? (found.status === 200 ? found.body.version : 0), change };
        return app.call(call, { params: { id }, body: structuredClone(body) as never }, as);
      },
  )
  .extend('seen', { scope: 'file' }, ({ app, client }) => async (id: string) => {
    const { body } = await app.call(listSlots, { params: { id }, query: { days: 20 } }, client);
    return body.slots.map(({ start_date }) => start_date.slice(0, 16));
  });

test('an operator changes hours by the same rules: previewed, seen by clients, audited, undone', async ({
  app,
  operator,
  own,
  musician,
  send,
  seen,
}) => {
  const { id } = musician;
  const change = mondays('2026-11-24', '10:00', '10:30');
  const previewed = await send(contract.previewMusicianSchedule, id, change);
  expect(previewed.status).toBe(200);
  expect(await seen(id)).toEqual(['2026-11-23T15:00', '2026-11-30T15:00', '2026-12-07T15:00']);
  const saved = await send(contract.changeMusicianSchedule, id, change);
  expect(saved.status).toBe(200);
  const { effect } = saved.body as { effect: unknown; change_id: string };
  expect(effect).toEqual(previewed.body.effect);
  expect(await seen(id)).toEqual([
    '2026-11-23T15:00',
    '2026-11-30T10:00',
    '2026-11-30T10:30',
    '2026-12-07T10:00',
    '2026-12-07T10:30',
  ]);
  const theirs = await own.read(musician);
  expect(theirs).toMatchObject({ version: 1, last_change: { kind: 'hours' } });

  const undone = await app.call(
    contract.undoMusicianSchedule,
    { params: { id }, body: { change_id: theirs.last_change?.id ?? '' } },
    operator,
  );
  expect(undone.status).toBe(200);
  expect((await own.read(musician)).hours[0]?.hours).toMatchObject([{ from: '15:00' }]);
  const day = 'Monday from 2026-11-24';
  const [was, is] = [['15:00 to 15:30 (instruments)'], ['10:00 to 11:00 (instruments)']];
  const entry = { operator_id: operator.id, person_id: id, reason: null };
  const audited = await auditOf(app.db, 'person', id);
  expect(audited).toMatchObject([
    { ...entry, what: 'hours.changed', before: { [day]: was }, after: { [day]: is } },
    { ...entry, what: 'schedule.undone', before: { [day]: is }, after: { [day]: was } },
  ]);
});

test('time off and offers are audited without notes; what the musician does is not', async ({
  app,
  own,
  musician,
  send,
}) => {
  await own.change(musician, dayOff('2026-12-01'));
  await send(contract.changeMusicianSchedule, musician.id, dayOff('2026-12-24', 'Dentist'));
  await send(contract.changeMusicianSchedule, musician.id, evening);
  expect((await own.read(musician)).time_off.map(({ note }) => note)).toEqual(['', 'Dentist']);
  const audited = await auditOf(app.db, 'person', musician.id);
  expect(audited).toMatchObject([
    { what: 'time-off.changed', after: { time_off: ['2026-12-24, with a note'] } },
    { what: 'offers.changed', after: { offers: ['2026-11-25, 20:00 to 20:30 (instruments)'] } },
  ]);
});

test('of an operator and a musician who change it on the same version one succeeds', async ({
  own,
  musician,
  send,
}) => {
  const statuses = await Promise.all([
    send(contract.changeMusicianSchedule, musician.id, evening, { version: 0 }),
    own.change(musician, mondays('2026-11-24', '09:00'), 0),
  ]);
  expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const late = await send(contract.changeMusicianSchedule, musician.id, dayOff('2026-12-01'), {
    version: 0,
  });
  expect(late.problem).toMatchObject({
    status: 409,
    code: 'schedule_changed',
    detail: 'This calendar has been changed meanwhile. Please look at it again.',
  });
});

test('the musician hears of a change that touches no slot yet', async ({ app, musician, send }) => {
  const stream = await openStream(await portOf(app), musician.person);
  stream.clear();
  await send(contract.changeMusicianSchedule, musician.id, dayOff('2027-06-01'));
  await stream.waitForHint({ kind: 'slots', musician_id: musician.id });
  stream.close();
});

test('what is not possible is refused with words', async ({
  app,
  operator,
  client,
  musician,
  studio,
  send,
}) => {
  const { changeMusicianSchedule: save, previewMusicianSchedule: preview } = contract;
  const refused = async (...args: Parameters<typeof send>) => (await send(...args)).problem.code;
  expect(await refused(save, musician.id, mondays('2026-11-24', '10:00', '10:15'))).toBe('bad_change');
  expect(await refused(preview, musician.id, mondays('2026-11-21', '15:00'))).toBe('nothing_changes');
  expect(await refused(save, client.id, evening)).toBe('not_found');
  expect(await refused(save, NOBODY, evening)).toBe('not_found');
  const other = await studio.makeMusician();
  expect(await refused(save, musician.id, evening, { as: other.person })).toBe('wrong_role');
  const malformed = { version: 0, change: { kind: 'nothing' } } as never;
  const params = { id: musician.id };
  expect((await app.call(save, { params, body: malformed }, operator)).status).toBe(400);
  const change_id = NOBODY;
  const undone = await app.call(contract.undoMusicianSchedule, { params, body: { change_id } }, operator);
  expect(undone.problem.code).toBe('not_found');
  expect(await auditOf(app.db, 'person', musician.id)).toEqual([]);
});

test('the calendar of a musician has their schedule and slots', async ({
  app,
  operator,
  client,
  musician,
}) => {
  const { id } = musician;
  const read = async (of: string) => app.call(contract.getMusicianSchedule, { params: { id: of } }, operator);
  expect((await read(id)).body).toMatchObject({ version: 0, zone: 'Europe/Lisbon' });
  expect([(await read(client.id)).status, (await read(NOBODY)).status]).toEqual([404, 404]);
  const slots = async (of: string, from_date: string, to_date: string) =>
    app.call(
      contract.getMusicianSlots,
      { params: { id: of }, query: { timezone: 'Europe/Lisbon', from_date, to_date } },
      operator,
    );
  expect((await slots(id, '2026-11-23', '2026-11-30')).body.slots).toMatchObject([
    { start_date: '2026-11-23T15:00:00Z', status: 'available' },
    { start_date: '2026-11-30T15:00:00Z', status: 'available' },
  ]);
  expect((await slots(id, '2026-11-30', '2026-11-23')).problem.code).toBe('bad_range');
  expect((await slots(client.id, '2026-11-23', '2026-11-30')).status).toBe(404);
});
