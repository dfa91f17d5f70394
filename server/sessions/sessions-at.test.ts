import { sql } from 'kysely';
import { expect } from 'vitest';
import { listSessions } from '#shared/sessions/contract.ts';
import { effectiveStatus, groupOf, phaseOf, sessionType } from '#shared/sessions/rules.ts';
import { SESSION_STATUSES, type SessionStatus } from '#shared/sessions/rules-status.ts';
import { START } from '#test/api/app.ts';
import { test as base } from '#test/api/test.ts';

const ENDS = Temporal.Instant.from(START);
const TIMES = [
  ['an hour before its start', ENDS.subtract({ minutes: 90 })],
  ['at its start', ENDS.subtract({ minutes: 30 })],
  ['a moment before its end', ENDS.subtract({ milliseconds: 1 })],
  ['at its end', ENDS],
  ['a moment after its end', ENDS.add({ milliseconds: 1 })],
  ['a month after', ENDS.add({ hours: 24 * 30 })],
] as const;

const ids = new Map<number, SessionStatus>();

const test = base
  .extend('client', { scope: 'file', auto: true }, ({ studio }) => studio.makeClient())
  .extend('musician', { scope: 'file', auto: true }, ({ studio }) => studio.makeMusician());

test.beforeAll(async ({ app, studio, client, musician }) => {
  // Written directly to the table, to include states that no transition leads to.
  for (const status of SESSION_STATUSES) {
    const { id } = await app.db
      .insertInto('sessions')
      .values({
        client_id: client.id,
        musician_id: musician.id,
        service_id: studio.service('recording'),
        phase: phaseOf(status),
        status,
        starts_at: ENDS.subtract({ minutes: 30 }),
        ends_at: ENDS,
        duration: 30,
        price: 1,
        created_at: ENDS.subtract({ hours: 48 }),
        booked_at: ENDS.subtract({ hours: 48 }),
        last_update: ENDS.subtract({ hours: 48 }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(id, status);
  }
});

test.for(TIMES)(
  '%s the database and the rule agree on every status and on what is past',
  async ([, now], { app }) => {
    const { rows } = await sql<{ id: number; effective_status: string; past: boolean }>`
    select id, effective_status, past from sessions_at(${now}) order by id`.execute(app.db);
    expect(rows).toEqual(
      [...ids].map(([id, status]) => ({
        id,
        effective_status: effectiveStatus({ status, ends_at: ENDS }, now),
        past: sessionType({ status, ends_at: ENDS }, now) === 'past',
      })),
    );
  },
);

test.for(TIMES)(
  '%s every session is in the group that the rule says, for both sides',
  async ([, now], { app, client, musician }) => {
    app.clock.instant = now;
    for (const person of [client, musician.person]) {
      for (const group of ['pending_review', 'upcoming_partners', 'upcoming', 'past'] as const) {
        const { body } = await app.call(listSessions, { query: { group } }, person);
        const expected = [...ids].filter(
          ([, status]) => groupOf(person.role, { status, ends_at: ENDS }, now) === group,
        );
        expect(body.sessions.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
          expected.map(([id]) => id),
        );
        expect(body.counts[group]).toBe(expected.length);
        expect(body.total).toBe(expected.length);
        for (const session of body.sessions) {
          const status = ids.get(session.id) ?? 'cancelled';
          expect(session.status).toBe(effectiveStatus({ status, ends_at: ENDS }, now));
        }
      }
    }
  },
);
