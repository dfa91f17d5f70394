import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { musicianStats } from '#shared/calendar/contract-pay.ts';
import type { ArgsOf, Endpoint } from '#shared/lib/endpoint.ts';
import { getMusician } from '#shared/operator/musicians/contract-musician.ts';
import * as contract from '#shared/operator/musicians/contract-payouts.ts';
import { roundTrips } from '#test/api/round-trips.ts';
import type { TestMusician } from '#test/api/studio.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/rooms/pay.ts';
import { findViolation } from '../../db/invariants.ts';
import { PAY_INVARIANTS } from '../../calendar/service.ts';

const OCTOBER = { year: 2026, month: 10 };
const NOBODY = '01900000-0000-7000-8000-000000000000';
type Mark = Partial<ArgsOf<typeof contract.markMonthsPaid>['body']>;

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) =>
    app.people.make('operator', { name: 'Olga', zone: 'Europe/Lisbon' }),
  )
  .extend('payouts', { scope: 'file' }, ({ app, operator }) => async (which = OCTOBER) => {
    const { status, body } = await app.call(contract.getPayouts, { query: which }, operator);
    expect(status).toBe(200);
    return body.payouts;
  })
  .extend(
    'payoutOf',
    { scope: 'file' },
    ({ payouts }) =>
      async ({ id }: TestMusician, which = OCTOBER) =>
        (await payouts(which)).find(({ musician }) => musician.id === id),
  )
  .extend('close', { scope: 'file' }, ({ app, operator }) => async (...ids: readonly string[]) => {
    const answer = await app.call(
      contract.closeMonths,
      { body: { ...OCTOBER, musicians: [...ids] } },
      operator,
    );
    return answer.status === 200 ? answer.body : `${answer.status} ${answer.problem.code}`;
  })
  .extend(
    'mark',
    { scope: 'file' },
    ({ app, operator }) =>
      async (ids: readonly string[], more: Mark = {}, headers: Record<string, string> = {}) => {
        const how = { paid_on: '2026-11-06', reference: 'SEPA 77', ...more };
        const args = { body: { ...OCTOBER, musicians: [...ids], ...how }, headers };
        const answer = await app.call(contract.markMonthsPaid, args, operator);
        return answer.status === 200 ? answer.body.cents : `${answer.status} ${answer.problem.code}`;
      },
  )
  .extend(
    'takeBack',
    { scope: 'file' },
    ({ app, operator }) =>
      async (id: string, reason = 'The bank sent it back') => {
        const args = { params: { id }, body: { reason } };
        const { status, problem } = await app.call(contract.takePaidMarkBack, args, operator);
        return status === 200 ? 'ok' : `${status} ${problem.code}`;
      },
  )
  /** Another musician who can be paid: an hour of October. */
  .extend('other', async ({ studio, addSlot, rate }) => {
    const musician = await studio.makeMusician({ name: 'Bela', hours: [] });
    await rate(musician);
    await addSlot(musician, '2026-10-05T10:00:00Z', 'fixed');
    return musician;
  });

describe('a month of all musicians', () => {
  test('has hours, payment and what stands in the way of closing', async ({
    october,
    studio,
    addSlot,
    rate,
    payouts,
    payoutOf,
  }) => {
    const idle = await studio.makeMusician({ name: 'Idle', hours: [] });
    const unrated = await studio.makeMusician({ name: 'Una', hours: [] });
    await rate(unrated, { valid_from: '2026-10-20' });
    await addSlot(unrated, '2026-10-12T10:00:00Z', 'fixed');
    expect(await payoutOf(october)).toEqual({
      ...OCTOBER,
      musician: { id: october.id, name: october.name, slug: october.slug, avatar: null },
      state: 'over',
      minutes: { fixed: 240, holidays: 60, flexible_offered: 180, flexible_booked: 60 },
      payment_cents: 14_100,
      no_rate_on: null,
      refusal: null,
      closed_at: null,
      closes_at: '2026-11-05T00:00:00Z',
      paid: null,
    });
    expect(await payoutOf(unrated)).toMatchObject({
      state: 'over',
      payment_cents: null,
      no_rate_on: '2026-10-12',
      refusal: 'no_rate',
    });
    expect(await payoutOf(idle)).toBeUndefined();
    const names = (await payouts()).map(({ musician }) => musician.name);
    expect(names).toEqual(names.toSorted());
    const november = { year: 2026, month: 11 };
    expect(await payoutOf(october, november)).toMatchObject({ state: 'running', refusal: 'not_over' });
    expect(await payouts({ year: 2026, month: 12 })).toEqual([]);
  });

  test('comes in pages by name, which together are all of it', async ({
    app,
    operator,
    october,
    other,
    studio,
    payouts,
  }) => {
    // Two of one name, and one who has nothing in the month.
    await studio.makeMusician({ name: 'Bela', hours: [] });
    expect([october.id, other.id]).not.toContain('');
    const page = async (limit: number, after?: string) => {
      const query = { ...OCTOBER, limit, ...(after !== undefined && { after }) };
      return (await app.call(contract.getPayouts, { query }, operator)).body;
    };
    const found = [];
    let last = await page(2);
    for (found.push(...last.payouts); last.next !== null; found.push(...last.payouts)) {
      last = await page(2, last.next);
      expect(last.payouts.length).toBeLessThanOrEqual(2);
    }
    expect(found).toEqual(await payouts());
    expect(found.length).toBeGreaterThan(1);
    expect(await page(200)).toEqual({ payouts: found, next: null });
    expect(await page(2, NOBODY)).toEqual({ payouts: [], next: null });
    for (const limit of [0, 201, 1.5]) {
      const { status } = await app.call(contract.getPayouts, { query: { ...OCTOBER, limit } }, operator);
      expect(status).toBe(400);
    }
  });

  test('takes as few waits for many musicians as for one', async ({ october, other, payouts }) => {
    expect([october.id, other.id]).not.toContain('');
    // What is read again every few seconds, such as flags, is read now.
    await payouts();
    const waits = await roundTrips(() => payouts());
    expect(waits.length).toBeLessThanOrEqual(4);
  });

  test('a year of one musician has the months with hours, the last first', async ({
    app,
    operator,
    october,
  }) => {
    const params = { id: october.id };
    const ask = (year: number, id = october.id) =>
      app.call(contract.getMusicianMonths, { params: { id }, query: { year } }, operator);
    const { body } = await ask(2026);
    expect(body.months.map(({ month }) => month)).toEqual([11, 10, 9]);
    expect((await ask(2025)).body.months).toEqual([]);
    expect((await ask(2019)).problem.code).toBe('bad_month');
    expect((await ask(2026, NOBODY)).status).toBe(404);
    const pdf = await app.call(contract.getPayoutPdf, { params, query: OCTOBER }, operator);
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    const unknown = { params: { id: NOBODY }, query: OCTOBER };
    expect((await app.call(contract.getPayoutPdf, unknown, operator)).status).toBe(404);
  });
});

describe('closing', () => {
  test('closes each that can be, and says why not of the others', async ({
    app,
    operator,
    october,
    studio,
    close,
    payoutOf,
  }) => {
    const idle = await studio.makeMusician({ hours: [] });
    expect(await close(october.id, idle.id, october.id)).toEqual({
      closed: [october.id],
      refused: [{ id: idle.id, reason: 'nothing' }],
    });
    expect(await payoutOf(october)).toMatchObject({ state: 'closed', payment_cents: 14_100 });
    expect(await auditOf(app.db, 'person', october.id)).toMatchObject([
      { what: 'rate.set' },
      { what: 'month.closed', operator_id: operator.id, after: { month: '2026-10', payment_cents: 14_100 } },
    ]);
    expect(await close(october.id)).toBe('409 nothing_closed');
    expect(await close(NOBODY)).toBe('409 nothing_closed');
  });

  test('of two at once one closes', async ({ app, october, close }) => {
    const both = await Promise.all([close(october.id), close(october.id)]);
    expect(both.filter((answer) => answer === '409 nothing_closed')).toHaveLength(1);
    const entries = await auditOf(app.db, 'person', october.id);
    expect(entries.filter(({ what }) => what === 'month.closed')).toHaveLength(1);
  });
});

describe('marking as paid', () => {
  test('keeps day, reference and amount; the musician reads it', async ({
    app,
    operator,
    october,
    other,
    close,
    mark,
    payoutOf,
  }) => {
    await close(october.id, other.id);
    expect(await mark([october.id, other.id, other.id])).toBe(14_100 + 3200);
    const paid = { id: expect.any(String), on: '2026-11-06', reference: 'SEPA 77' };
    expect(await payoutOf(october)).toMatchObject({ state: 'paid', payment_cents: 14_100, paid });
    const stats = await app.call(musicianStats, { body: OCTOBER }, october.person);
    expect(stats.body).toMatchObject({
      state: 'closed',
      info: { payment: 141 },
      paid: { on: '2026-11-06', reference: 'SEPA 77' },
    });
    expect((await auditOf(app.db, 'person', other.id)).at(-1)).toEqual({
      operator_id: operator.id,
      what: 'payout.marked',
      person_id: other.id,
      reason: null,
      before: null,
      after: {
        mark: expect.any(String),
        month: '2026-10',
        payment_cents: 3200,
        paid_on: '2026-11-06',
        reference: 'SEPA 77',
      },
    });
    expect(await mark([october.id])).toBe('409 paid');
  });

  test('of two at once one marks, and a repeat of one is not refused', async ({
    app,
    october,
    close,
    mark,
  }) => {
    await close(october.id);
    const both = await Promise.all([mark([october.id]), mark([october.id], { reference: 'Another' })]);
    expect(both.map(String).toSorted()).toEqual(['14100', '409 paid']);
    const marked = app.db.selectFrom('month_payments').select('id').where('musician_id', '=', october.id);
    expect(await marked.execute()).toHaveLength(1);
  });

  test('a repeat with the same key answers the same, once', async ({ app, october, close, mark }) => {
    await close(october.id);
    const headers = { 'idempotency-key': 'one-payment-of-this-musician' };
    expect(await mark([october.id], {}, headers)).toBe(14_100);
    expect(await mark([october.id], {}, headers)).toBe(14_100);
    const marked = app.db.selectFrom('month_payments').select('id').where('musician_id', '=', october.id);
    expect(await marked.execute()).toHaveLength(1);
  });

  test('is of all or none, and only of closed months with something to pay', async ({
    app,
    october,
    other,
    studio,
    addSlot,
    rate,
    close,
    mark,
    payoutOf,
  }) => {
    await close(october.id);
    expect(await mark([october.id, other.id])).toBe('409 not_closed');
    expect(await mark([october.id, NOBODY])).toBe('404 not_found');
    const free = await studio.makeMusician({ hours: [] });
    await rate(free, { fixed_cents: 0 });
    await addSlot(free, '2026-10-05T10:00:00Z', 'fixed');
    await close(free.id);
    expect(await mark([october.id, free.id])).toBe('409 nothing_to_pay');
    for (const paid_on of ['2026-09-30', '2026-12-31'])
      expect(await mark([october.id], { paid_on })).toBe('422 bad_day');
    for (const reference of [' ', 'x'.repeat(101)])
      expect(await mark([october.id], { reference })).toBe('400 malformed');
    expect(await mark([])).toBe('400 malformed');
    expect(await mark([october.id], { paid_on: '2026-02-30' })).toBe('400 malformed');
    expect(await payoutOf(october)).toMatchObject({ state: 'closed', paid: null });
    const entries = await auditOf(app.db, 'person', october.id);
    expect(entries.filter(({ what }) => what.startsWith('payout.'))).toEqual([]);
  });

  test('a mark is taken back for a reason, once; then the month can be marked again', async ({
    app,
    operator,
    october,
    close,
    mark,
    takeBack,
    payoutOf,
  }) => {
    await close(october.id);
    await mark([october.id]);
    const id = (await payoutOf(october))?.paid?.id ?? '';
    expect(await takeBack(id, ' ')).toBe('400 malformed');
    expect(await takeBack(NOBODY)).toBe('404 not_found');
    const both = await Promise.all([takeBack(id), takeBack(id)]);
    expect(both.toSorted()).toEqual(['409 taken_back', 'ok']);
    expect(await payoutOf(october)).toMatchObject({ state: 'closed', paid: null });
    const stats = await app.call(musicianStats, { body: OCTOBER }, october.person);
    expect(stats.body.paid).toBeNull();
    expect((await auditOf(app.db, 'person', october.id)).at(-1)).toMatchObject({
      what: 'payout.taken-back',
      operator_id: operator.id,
      reason: 'The bank sent it back',
      before: { month: '2026-10', payment_cents: 14_100, reference: 'SEPA 77' },
    });
    const again = await Promise.all([
      mark([october.id], { reference: 'Second try' }),
      mark([october.id], { reference: 'Third try' }),
    ]);
    expect(again.map(String).toSorted()).toEqual(['14100', '409 paid']);
    const { body } = await app.call(getMusician, { params: { id: october.id } }, operator);
    expect(body.payments).toMatchObject([
      { cents: 14_100, month: '2026-10-01', taken_back: null, marked_by: { name: 'Olga' } },
      { id, reference: 'SEPA 77', taken_back: { by: { id: operator.id }, reason: 'The bank sent it back' } },
    ]);
    expect(await takeBack(body.payments[0]?.id ?? '')).toBe('ok');
    expect(await mark([october.id])).toBe(14_100);
  });

  test('the database keeps it: nothing is changed, doubled or of another amount', async ({
    app,
    operator,
    october,
    close,
    mark,
    payoutOf,
  }) => {
    await close(october.id);
    await mark([october.id]);
    const paid = (await payoutOf(october))?.paid?.id ?? '';
    const [invariant] = PAY_INVARIANTS;
    if (invariant === undefined) throw new Error('no invariant');
    expect(await findViolation(app.db, invariant)).toBeNull();
    for (const statement of [
      sql`update month_payments set reference = 'x'`,
      sql`delete from month_payments`,
      sql`insert into month_payments select gen_random_uuid(), musician_id, month, amount_cents, paid_on, 'x',
        marked_at, marked_by, null from month_payments where id = ${paid}`,
      sql`insert into month_payments select gen_random_uuid(), musician_id, month, amount_cents, paid_on, 'x',
        marked_at, marked_by, id from month_payments where id = ${paid}`,
      sql`insert into month_payments values (gen_random_uuid(), ${october.id}, '2026-09-01', 100, '2026-10-01', 'x',
        now(), ${operator.id}, null)`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow(/append-only|violates/);
    await app.db.transaction().execute(async (tx) => {
      await sql`alter table month_payments disable trigger month_payments_append_only`.execute(tx);
      await sql`alter table month_payments drop constraint month_payments_closed`.execute(tx);
      await sql`update month_payments set amount_cents = 1 where id = ${paid}`.execute(tx);
      expect(await findViolation(tx as never, invariant)).toMatchObject({ ids: [paid] });
      await sql`update month_payments set amount_cents = 14100 where id = ${paid}`.execute(tx);
      await sql`alter table month_payments add constraint month_payments_closed
        foreign key (musician_id, month, amount_cents)
        references musician_months (musician_id, month, payment_cents)`.execute(tx);
      await sql`alter table month_payments enable trigger month_payments_append_only`.execute(tx);
    });
  });
});

test('payouts are for operators, and of a month that there is', async ({
  app,
  operator,
  october,
  studio,
}) => {
  const params = { id: october.id };
  const body = { ...OCTOBER, musicians: [october.id] };
  const calls: readonly (readonly [Endpoint, object])[] = [
    [contract.getPayouts, { query: OCTOBER }],
    [contract.getMusicianMonths, { params, query: { year: 2026 } }],
    [contract.getPayoutPdf, { params, query: OCTOBER }],
    [contract.closeMonths, { body }],
    [contract.markMonthsPaid, { body: { ...body, paid_on: '2026-11-06', reference: 'x' } }],
    [contract.takePaidMarkBack, { params: { id: NOBODY }, body: { reason: 'x' } }],
  ];
  for (const [endpoint, args] of calls) {
    expect((await app.call(endpoint, args, null)).status).toBe(401);
    for (const person of [await studio.makeClient(), october.person])
      expect((await app.call(endpoint, args, person)).status).toBe(403);
  }
  const bad = async (query: typeof OCTOBER) =>
    (await app.call(contract.getPayouts, { query }, operator)).problem.code;
  expect(await bad({ year: 2019, month: 10 })).toBe('bad_month');
  expect(await bad({ year: 2027, month: 1 })).toBe('bad_month');
  expect(await bad({ year: 2026, month: 13 })).toBe('malformed');
});
