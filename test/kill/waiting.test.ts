import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test as base } from 'vitest';
import { release } from '#shared/booking/contract.ts';
import { acceptOffer, declineOffer, joinLine, listWaits } from '#shared/booking/contract-waiting.ts';
import { changeSchedule, getSchedule } from '#shared/calendar/contract-schedule.ts';
import { getPartner } from '#shared/catalogue/contract.ts';
import { getConfiguration } from '#shared/explore/contract.ts';
import { systemClock } from '#server/lib/clock.ts';
import { onThisMachine } from '../api/busy.ts';
import { brokenInvariants } from '../api/invariants.ts';
import { signIn, type RetryingClient } from './retrying-client.ts';
import { KillableStudio } from './studio.ts';
import { KILLS } from './test.ts';

/** Each kills the server twice; `KILLS=100 npm run test:kill` is the long form. */
const ROUNDS = Math.max(2, Math.round(KILLS / 5));

const test = base
  .extend('studio', { scope: 'file' }, async ({}, { onCleanup }) => {
    const studio = await KillableStudio.start();
    onCleanup(() => studio.close());
    return studio;
  })
  /** Two clients in line for times of the drummer at night, where he has no hours. */
  .extend('line', { scope: 'file' }, async ({ studio }) => {
    const clients = [
      await signIn(studio.targets.studio, 'client@demo.test'),
      await signIn(studio.targets.studio, 'client2@demo.test'),
    ];
    const params = { id: 'rafa-monteiro' };
    for (const client of clients) {
      const { partner } = (await client.call(getPartner, { params })).body;
      const config = await client.call(getConfiguration, { params: { slug: params.id }, query: {} });
      const service = config.body[0]?.services.servicesList.find(
        ({ unit_minutes, slots }) => unit_minutes === 30 && slots === 1,
      );
      const hours = { days: [1, 2, 3, 4, 5, 6, 7], from: '02:00', to: '06:00' };
      const body = { partner_id: partner.id, service_id: service?.id ?? '', ...hours };
      expect((await client.call(joinLine, { body, key: randomUUID() })).status).toBe(201);
    }
    return clients;
  })
  /** Makes a call and kills the server somewhere in it; the answer is the repeated call's. */
  .extend('killDuring', { scope: 'file' }, ({ studio }) => async <T>(call: () => Promise<T>): Promise<T> => {
    const answer = call();
    await wait(Math.random() * 60);
    await studio.killServer();
    await studio.restart();
    return answer;
  });

const offerTo = async (client: RetryingClient) =>
  (await client.call(listWaits, {})).body.waiting.find(({ offer }) => offer !== null)?.offer ?? null;

async function until<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + onThisMachine(90_000);
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`it never came about that ${what}`);
    await wait(20);
  }
}

test(
  `killed ${2 * ROUNDS} times: a time that returns is offered to one of those who wait, and has one owner`,
  { timeout: ROUNDS * 240_000 },
  async ({ studio, line, killDuring }) => {
    const musician = await signIn(studio.targets.partners, 'partner@demo.test');
    const today = systemClock.now().toZonedDateTimeISO('UTC').toPlainDate();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { version, kinds } = (await musician.call(getSchedule, {})).body;
      const category = kinds.find(({ unit_minutes }) => unit_minutes === 30)?.category ?? '';
      const starts_at = `${today.add({ days: 3 + round }).toString()}T03:30:00Z`;
      const offers = [{ starts_at, unit_minutes: 30, category }];
      const change = { kind: 'offer' as const, offers };
      await killDuring(() => musician.call(changeSchedule, { body: { version, change } }));

      const [owner, offer] = await until('somebody has the offer', async () => {
        for (const client of line) {
          const found = await offerTo(client);
          if (found?.start_date === starts_at) return [client, found] as const;
        }
        return undefined;
      });
      const body = { offer_id: offer.id };
      const held = await killDuring(() => owner.call(acceptOffer, { body, key: randomUUID() }));
      expect(held.status).toBe(201);
      const { rows } = await sql<{ session_id: number | null }>`
        select c.session_id from slot_claims c join slots s on s.id = c.slot_id
        where s.starts_at = ${starts_at}::timestamptz and s.category = ${category}
          and c.session_id is not distinct from ${held.body.session.id}`.execute(studio.db);
      expect(rows).toHaveLength(1);
      const others = await Promise.all(line.filter((one) => one !== owner).map(offerTo));
      expect(others.filter((one) => one?.start_date === starts_at)).toEqual([]);
      expect(await brokenInvariants(studio.db)).toEqual([]);

      await owner.call(release, { body: { session_id: held.body.session.id } });
      for (const client of line.filter((one) => one !== owner)) {
        const next = await until('the next in line has the offer', async () => {
          const found = await offerTo(client);
          return found?.start_date === starts_at ? found : undefined;
        });
        await client.call(declineOffer, { body: { offer_id: next.id } });
      }
      expect(await brokenInvariants(studio.db)).toEqual([]);
    }
  },
);
