import { Writable } from 'node:stream';
import { expect } from 'vitest';
import * as calls from '#shared/billing/contract-buying.ts';
import { createLog } from '#server/lib/log.ts';
import { test as base } from '#test/rooms/buying.ts';
import { syncCustomer } from '../sync.ts';
import { announceCardExpiry } from './jobs.ts';

const lines: string[] = [];
const log = createLog(
  'info',
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);

const test = base
  .extend('options', { scope: 'file' }, () => ({ sandbox: true as const, log }))
  /** A member whose card has this expiry. */
  .extend(
    'member',
    { scope: 'file' },
    ({ app, buyer, prices }) =>
      async (card_exp_month: number, card_exp_year: number, more: object = {}) => {
        const person = await buyer();
        const now = app.clock.now();
        const key = { provider: 'stripe', mode: 'sandbox', customer_id: person.id } as const;
        const card = { card_brand: 'visa', card_last4: '4242', card_exp_month, card_exp_year };
        await app.db
          .insertInto('billing_customers')
          .values({ ...key, person_id: person.id, created_at: now, ...card })
          .execute();
        await app.db
          .insertInto('billing_subscriptions')
          .values({
            ...key,
            subscription_id: person.id,
            person_id: person.id,
            status: 'active',
            is_live: true,
            item_id: 'item',
            price_id: prices('studio_5'),
            created_at: now,
            period_start: now,
            period_end: now.add({ hours: 72 }),
            cancel_at_period_end: false,
            synced_at: now,
            ...more,
          })
          .execute();
        return person;
      },
  )
  /** The notices of a person about cards. */
  .extend('notices', { scope: 'file' }, ({ app }) => async ({ id }: { id: string }) => {
    const rows = await app.db
      .selectFrom('billing_notices')
      .select('key')
      .where('person_id', '=', id)
      .orderBy('key')
      .execute();
    return rows.map(({ key }) => key);
  });

test('a card that expires soon is told of once, the next card again', async ({ app, member, notices }) => {
  const ada = await member(11, 2026);
  const others = [
    await member(12, 2026),
    await member(11, 2026, { cancel_at_period_end: true }),
    await member(11, 2026, { is_live: false, status: 'canceled', ended_at: app.clock.now() }),
    await member(10, 2026),
  ];
  await announceCardExpiry.run(app.ctx(), {});
  await announceCardExpiry.run(app.ctx(), {});
  const first = `stripe:sandbox:card-expires:${ada.id}:4242:2026-11`;
  expect(await notices(ada)).toEqual([first]);
  for (const other of others) expect(await notices(other)).toEqual([]);
  await app.db
    .updateTable('billing_customers')
    .set({ card_last4: '4444' })
    .where('person_id', '=', ada.id)
    .execute();
  await announceCardExpiry.run(app.ctx(), {});
  expect(await notices(ada)).toEqual([first, first.replace('4242', '4444')]);
});

test('a payment is one line of the log, without name and address', async ({
  app,
  buyer,
  pay,
  atProvider,
}) => {
  const ada = await buyer();
  const { body } = await app.call(calls.createTopup, { body: { amount: 2 } }, ada);
  await pay(body.url);
  await app.queues.drain();
  const { customer } = await atProvider(ada);
  await syncCustomer(app.ctx(), { provider: 'stripe', mode: 'sandbox', customer_id: customer });
  await app.queues.drain();
  const found = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'purchase');
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    payment_id: expect.any(String),
    person_id: ada.id,
    kind: 'top-up',
    offer: 'credit',
    credits: 2,
    total_cents: 19_434,
    currency: 'usd',
    provider: 'stripe',
    mode: 'sandbox',
  });
  expect(JSON.stringify(found[0])).not.toContain(ada.email);
});
