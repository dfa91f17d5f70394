import { describe, expect } from 'vitest';
import { checkSessions, importSessions } from '#shared/operator/import/contract-import.ts';
import { stopService } from '#shared/operator/content/contract-services.ts';
import { blockPerson } from '#shared/operator/person/contract-block.ts';
import { musicianStats } from '#shared/calendar/contract-pay.ts';
import { getSession, listSessions } from '#shared/sessions/contract.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import type { TestPerson } from '#test/api/people.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { makeBookingApi } from '#test/rooms/booking.ts';
import { test as base } from '#test/rooms/import-file.ts';

const file = (...lines: readonly string[]) =>
  ['client,musician,service,start,minutes,credits,title', ...lines, ''].join('\n');

/** `test` with a musician who is free from 08:00 in Lisbon; it is 2026-11-21, 12:00 UTC. */
const test = base
  .extend(
    'check',
    ({ checkBy }) =>
      (csv: string) =>
        checkBy(checkSessions, csv),
  )
  .extend(
    'bring',
    ({ importBy }) =>
      (csv: string) =>
        importBy(importSessions, csv),
  )
  .extend('musician', ({ studio }) => studio.makeMusician({ services: ['recording'] }))
  .extend('client', ({ studio }) => studio.makeClient({ credits: 0 }))
  .extend('bookingApi', { scope: 'file' }, ({ app, studio }) => makeBookingApi(app, studio))
  /** Credits that a client has left. */
  .extend(
    'left',
    ({ bookingApi }) =>
      async (client: TestPerson) =>
        (await bookingApi.ledger(client)).reduce((sum, { remaining }) => sum + remaining, 0),
  )
  .extend(
    'line',
    ({ client, musician }) =>
      (start: string, minutes = 60, { credits = 3, title = '', who = client.email } = {}) =>
        [who, musician.slug, 'recording', start, minutes, credits, title].join(','),
  );

describe('a file of sessions', () => {
  test('past ones come as delivered, others as booked; nobody is mailed, nothing is owed', async ({
    app,
    operator,
    client,
    musician,
    check,
    bring,
    line,
    left,
  }) => {
    const csv = file(
      line('2026-10-05T21:00+01:00', 75, { title: 'Blue in Green' }),
      line('2026-12-01T08:00Z'),
      line('2026-12-02T22:30Z', 30, { credits: 0 }),
    );
    const found = { sessions: 3, to_come: 2, credits: 6 };
    expect(await check(csv)).toEqual({ found, faults: [], fault_count: 0 });
    const mailed = await app.db.selectFrom('email_log').select('event_id').execute();
    expect(await bring(csv)).toEqual(found);
    expect(await check(csv)).toMatchObject({
      faults: [2, 3, 4].map((nr) => ({ line: nr, message: 'start: The musician is taken at this time.' })),
    });

    const { body } = await app.call(listSessions, { query: {} }, client);
    expect(body.counts).toMatchObject({ past: 1, upcoming: 2 });
    const past = body.sessions.find(({ duration }) => duration === 75);
    expect(past).toMatchObject({
      status: 'partner_deliverables_ready',
      session_info: { title: 'Blue in Green' },
    });
    const one = await app.call(getSession, { params: { id: past?.id ?? 0 } }, client);
    expect(one.body.session).toMatchObject({ is_imported: true, is_first_session: false, credits: 3 });
    const { body: own } = await app.call(listSessions, { query: {} }, musician.person);
    expect(own.total).toBe(3);
    // The musician's slots at 08:00 are those that the session has; in the evening there were none.
    const taken = await app.db
      .selectFrom('slot_claims as c')
      .innerJoin('slots as s', 's.id', 'c.slot_id')
      .select(['s.starts_at', 's.slot_type', 's.imported', 's.hidden'])
      .where('c.musician_id', '=', musician.id)
      .orderBy('s.starts_at')
      .execute();
    expect(taken.map(({ starts_at, ...slot }) => ({ ...slot, at: starts_at.toString() }))).toEqual([
      { at: '2026-10-05T20:00:00Z', slot_type: 'flexible', imported: true, hidden: true },
      { at: '2026-12-01T08:00:00Z', slot_type: 'fixed', imported: false, hidden: false },
      { at: '2026-12-01T08:30:00Z', slot_type: 'fixed', imported: false, hidden: false },
      { at: '2026-12-02T22:30:00Z', slot_type: 'flexible', imported: false, hidden: false },
    ]);
    expect(await left(client)).toBe(0);
    const october = await app.call(musicianStats, { body: { year: 2026, month: 10 } }, musician.person);
    expect(october.body.info).toMatchObject({ flexible_offered: 0, flexible_booked: 0 });
    await app.queues.drain();
    expect(await app.db.selectFrom('email_log').select('event_id').execute()).toEqual(mailed);
    const audited = await auditOf(app.db, 'session', String(past?.id));
    expect(audited).toMatchObject([
      { operator_id: operator.id, what: 'session.imported', after: { service: 'recording', credits: 3 } },
    ]);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  test('one that is cancelled gives back what it cost elsewhere', async ({
    app,
    client,
    bring,
    line,
    left,
    bookingApi,
  }) => {
    await bring(file(line('2026-12-05T08:00Z', 30, { credits: 4 })));
    const { body } = await app.call(listSessions, { query: {} }, client);
    const id = body.sessions[0]?.id ?? 0;
    app.clock.add({ minutes: 61 });
    expect((await bookingApi.cancel(client, id)).status).toBe(200);
    expect(await left(client)).toBe(4);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  test('what is unknown, taken, running or of another length is named, and keeps all out', async ({
    app,
    operator,
    studio,
    client,
    musician,
    check,
    bring,
    line,
    bookingApi,
  }) => {
    const [slot] = await studio.slotsOf(musician);
    const other = await studio.makeClient();
    if (slot === undefined) throw new Error('no slot');
    await bookingApi.hold(other, [slot]);
    const csv = file(
      line(slot.starts_at.toString().replace(':00Z', 'Z'), 30),
      line('2026-12-10T08:00Z', 45),
      line(app.clock.now().subtract({ minutes: 5 }).toString({ smallestUnit: 'minute' })),
      line('2026-10-01T08:00Z', 30, { who: 'nobody@file.test' }),
      line('2026-10-02T08:00Z', 30, { who: operator.email }),
      `${client.email},nobody,mixing,2026-12-11T08:00Z,60,1,`,
      `${client.email},${musician.slug},mixing,2026-12-12T08:00Z,60,1,`,
      `${client.email},${musician.slug},juggling,2026-10-03T08:00Z,60,1,`,
      line('2026-10-04T08:00Z', 30),
    );
    const { faults } = await check(csv);
    expect(faults.map(({ line: nr, message }) => `${nr} ${message}`)).toEqual([
      '2 start: The musician is taken at this time.',
      '3 minutes: A multiple of 30, as the service is.',
      '4 start: It goes on now. Import it when it is over.',
      '5 client: No client has this address.',
      '6 client: No client has this address.',
      '7 musician: No musician has this slug.',
      '8 service: It cannot be booked with this musician.',
      '9 service: There is no "juggling".',
    ]);
    expect(await bring(csv)).toBe('422 invalid');
    expect((await app.call(listSessions, { query: {} }, client)).body.total).toBe(0);
  });

  test('a stopped service and a blocked client have a past, and nothing to come', async ({
    app,
    operator,
    studio,
    client,
    musician,
    check,
    line,
  }) => {
    const blocked = await studio.makeClient();
    const block = { params: { id: blocked.id }, body: { reason: 'Chargebacks' } };
    expect((await app.call(blockPerson, block, operator)).status).toBe(200);
    const mix = (start: string) => `${client.email},${musician.slug},mixing,${start},60,1,`;
    await app.call(stopService, { params: { id: studio.service('mixing') } }, operator);
    const { faults } = await check(
      file(
        line('2026-10-05T08:00Z', 60, { who: blocked.email }),
        line('2026-12-05T09:00Z', 60, { who: blocked.email }),
        mix('2026-10-06T08:00Z'),
        mix('2026-12-06T08:00Z'),
      ),
    );
    expect(faults).toEqual([
      { line: 3, message: 'client: This client is blocked.' },
      { line: 5, message: 'service: It cannot be booked with this musician.' },
    ]);
  });

  test('of two imports of one file at once one counts; a booking in between keeps all out', async ({
    app,
    studio,
    musician,
    bring,
    line,
    bookingApi,
  }) => {
    const csv = file(line('2026-12-07T09:00Z'), line('2026-10-07T09:00Z'));
    const done = await Promise.all([bring(csv), bring(csv)]);
    expect(done.filter((one) => one === '422 invalid')).toHaveLength(1);
    const slots = (await studio.slotsOf(musician)).filter(({ starts_at }) =>
      starts_at.toString().startsWith('2026-12-08'),
    );
    const [first, second] = slots;
    if (first === undefined || second === undefined) throw new Error('no slots');
    const rival = await studio.makeClient();
    const [imported, held] = await Promise.all([
      bring(file(line(first.starts_at.toString(), 60))),
      bookingApi.prebook(rival, [second]),
    ]);
    expect([imported === '422 invalid', held.status === 201]).toSatisfy(
      ([isOut, isHeld]: readonly boolean[]) => isOut === isHeld,
    );
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  test('only operators import', async ({ app, line }) => {
    const body = { csv: file(line('2026-10-05T08:00Z')) };
    expect((await app.call(importSessions, { body })).status).toBe(401);
    for (const role of ['client', 'partner', 'managed'] as const) {
      const person = await app.people.make(role);
      expect((await app.call(checkSessions, { body }, person)).status).toBe(403);
      expect((await app.call(importSessions, { body }, person)).status).toBe(403);
    }
  });
});
