import { randomUUID } from 'node:crypto';
import type { WorkerStudio } from './worker-studio.ts';
import { connected } from './snapshot.ts';

/** A month that no job closes any more. */
export const OLD_MONTH = Temporal.Now.plainDateISO('UTC').with({ day: 1 }).subtract({ months: 7 });

/** Gives the two musicians whose addresses are known hours in that month: one 3 of them, the other 2, at 30 dollars. */
export const makeOldHours = ({ dataDir }: WorkerStudio): Promise<void> =>
  connected(dataDir, async (client) => {
    for (const [email, hours] of [
      ['partner@demo.test', 3],
      ['partner2@demo.test', 2],
    ] as const) {
      const { rows: found } = await client.query<{ id: string }>('select id from people where email = $1', [
        email,
      ]);
      const id = found[0]?.id ?? '';
      await client.query(
        `insert into musician_rates (musician_id, valid_from, fixed_cents, flexible_cents, set_at)
         values ($1, $2, 3000, 4000, now())`,
        [id, OLD_MONTH.subtract({ months: 1 }).toString()],
      );
      for (let hour = 0; hour < hours; hour += 1)
        await client.query(
          `insert into slots (id, musician_id, starts_at, ends_at, category, slot_type, hidden)
           values ($1, $2, $3::timestamptz, $3::timestamptz + interval '1 hour', 'instruments', 'fixed', false)`,
          [randomUUID(), id, `${OLD_MONTH.with({ day: 10 }).toString()}T${10 + hour}:00:00Z`],
        );
    }
  });
