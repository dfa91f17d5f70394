import { sql } from 'kysely';
import type { Rate } from '#shared/calendar/rules-pay.ts';
import { setRate } from '#server/calendar/pay/set-rate.ts';
import { newId } from '#server/lib/ids.ts';
import type { TestMusician } from '../api/studio.ts';
import { test as base } from '../api/test.ts';

const at = (iso: string) => Temporal.Instant.from(iso);

/** `test` with musicians who are paid: their slots, rates, and a month of every kind of slot. */
export const test = base
  .extend('musician', ({ studio }) => studio.makeMusician({ hours: [] }))
  /** Adds a slot of October in Lisbon, by its UTC start; booked by a client where one is named. */
  .extend(
    'addSlot',
    { scope: 'file' },
    ({ app, studio }) =>
      async (
        musician: TestMusician,
        starts: string,
        kind: 'fixed' | 'flexible',
        {
          minutes = 60,
          hidden = false,
          client,
        }: { minutes?: number; hidden?: boolean; client?: string } = {},
      ): Promise<number | null> => {
        const slot = { id: newId(), starts_at: at(starts), ends_at: at(starts).add({ minutes }) };
        await app.db
          .insertInto('slots')
          .values({ ...slot, musician_id: musician.id, category: 'instruments', slot_type: kind, hidden })
          .execute();
        if (client === undefined) return null;
        const { id: client_id } = await studio.makeClient({ name: client });
        const { rows } = await sql<{ id: number }>`
          insert into sessions (client_id, musician_id, service_id, phase, status, starts_at, ends_at, duration, price,
            created_at, booked_at, last_update)
          values (${client_id}, ${musician.id}, ${studio.service('recording')}, 'booked',
            'partner_upload_required', ${slot.starts_at}, ${slot.ends_at}, ${minutes}, 1, ${slot.starts_at},
            ${slot.starts_at}, ${slot.starts_at})
          returning id`.execute(app.db);
        const id = rows[0]?.id ?? 0;
        await sql`insert into slot_claims (slot_id, session_id, musician_id, during)
          select id, ${id}, musician_id, during from slots where id = ${slot.id}`.execute(app.db);
        return id;
      },
  )
  .extend(
    'rate',
    { scope: 'file' },
    ({ app }) =>
      (musician: TestMusician, rate: Partial<Rate> = {}) =>
        setRate(app.ctx(), musician.id, {
          valid_from: '2026-01-01',
          fixed_cents: 3200,
          flexible_cents: 4500,
          ...rate,
        }),
  )
  /** A musician with a month of every kind of slot: 4 h fixed, 1 h of it off; 3 h offered, 1 h booked. */
  .extend('october', async ({ musician, addSlot, rate }) => {
    await rate(musician);
    await addSlot(musician, '2026-09-30T22:00:00Z', 'fixed');
    await addSlot(musician, '2026-09-30T23:00:00Z', 'fixed');
    await addSlot(musician, '2026-10-05T10:00:00Z', 'fixed', { client: 'Ada Lovelace' });
    await addSlot(musician, '2026-10-06T10:00:00Z', 'fixed', { hidden: true });
    await addSlot(musician, '2026-10-06T11:00:00Z', 'fixed', { hidden: true, client: 'Bo Diddley' });
    await addSlot(musician, '2026-10-07T10:00:00Z', 'flexible', { client: 'Cy Coleman' });
    await addSlot(musician, '2026-10-07T11:00:00Z', 'flexible', { minutes: 90 });
    await addSlot(musician, '2026-10-31T23:30:00Z', 'flexible', { minutes: 30 });
    await addSlot(musician, '2026-11-01T00:00:00Z', 'flexible', { client: 'Ada Lovelace' });
    return musician;
  });
