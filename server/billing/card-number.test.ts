import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { test as base } from '#test/api/test.ts';
import { beginPurchase, makeCustomer, openStore, payHosted, settle } from '#test/rooms/store.ts';
import { PUBLISHABLE_KEY } from '#test/sandbox/keys.ts';

const NUMBER = '5555555555554444';
/** As somebody may type it, too. */
const WRITTEN = ['5555555555554444', '5555 5555 5555 4444', '5555-5555-5555-4444'];
const lines: string[] = [];
const log = createLog(
  'trace',
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);

const test = base.extend('options', { scope: 'file' }, { sandbox: true, log });

test('a card number reaches neither webhooks nor logs nor the database', async ({ app, sandbox, stripe }) => {
  const store = await openStore(app, stripe);
  const customer = await makeCustomer(app, stripe, { card: null });
  // As the card form in the browser does: with the publishable key, straight to the provider.
  const typed = await fetch(`${sandbox.url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': NUMBER,
      'card[exp_month]': '12',
      'card[exp_year]': '2030',
      'card[cvc]': '123',
    }),
  });
  expect(typed.status).toBe(200);
  const { id } = (await typed.json()) as { id: string };
  await stripe.paymentMethods.attach(id, { customer: customer.id });
  await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: store.prices['studio-5'] }],
    default_payment_method: id,
  });
  await payHosted(await beginPurchase(stripe, store, customer, { offer: 'credit' }), NUMBER);
  await settle(app);

  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  expect(events.map(({ type }) => type)).toContain('invoice.paid');
  expect(lines.length).toBeGreaterThan(0);
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(app.db);
  expect(tables.map(({ name }) => name)).toContain('public.billing_events');
  for (const text of WRITTEN) {
    expect(JSON.stringify(events)).not.toContain(text);
    expect(lines.join('')).not.toContain(text);
    for (const { name } of tables) {
      const { rows } =
        await sql`select 1 from ${sql.raw(name)} as t where t::text like ${`%${text}%`}`.execute(app.db);
      expect([name, rows.length]).toEqual([name, 0]);
    }
  }
  const { rows } = await sql<{ card_last4: string | null }>`
    select card_last4 from billing_customers where customer_id = ${customer.id}`.execute(app.db);
  expect(rows).toEqual([{ card_last4: '4444' }]);
});
