import { describe, expect } from 'vitest';
import { decideDispute, dispute, refundPayment } from '#sandbox/paypal/commands.ts';
import { test as base } from '#test/api/test.ts';
import { buyAtPaypal, openPaypal, travelAtPaypal } from '#test/rooms/paypal.ts';
import { settle } from '#test/rooms/store.ts';
import { writeDocument } from '../../content/service.ts';
import { tellOfDetails } from '../steps.ts';

const test = base
  .extend('options', { scope: 'file' }, { sandbox: true })
  .extend('store', { scope: 'file' }, ({ app }) => openPaypal(app))
  .extend('person', async ({ app, studio }) => {
    const person = await studio.makeClient({ status: 'signup', credits: 0 });
    await app.db
      .insertInto('billing_details')
      .values({ person_id: person.id, country: 'PT', updated_at: app.clock.now() })
      .execute();
    return person;
  })
  .extend('invoices', ({ app, person }) => async () => {
    await settle(app);
    await app.queues.drain();
    return app.db
      .selectFrom('invoices')
      .select(['kind', 'net_cents', 'vat_cents', 'total_cents', 'vat_basis_points', 'lines'])
      .where('person_id', '=', person.id)
      .orderBy('number')
      .execute();
  })
  .extend('paid', ({ app, person }) => async () => {
    const rows = await app.db
      .selectFrom('billing_payments')
      .select('provider_id')
      .where('person_id', '=', person.id)
      .orderBy('paid_at')
      .execute();
    return rows.map(({ provider_id }) => provider_id);
  });

const SUMS = { net_cents: 19_900, vat_cents: 4577, total_cents: 24_477, vat_basis_points: 2300 };

describe('a receipt', () => {
  test('of the first period and of a later one', async ({ app, store, person, invoices }) => {
    await buyAtPaypal(app, store, { person: person.id, offer: 'studio_5', vat: 2300 });
    await invoices();
    await travelAtPaypal(app, person.id, '32d');
    expect(await invoices()).toMatchObject([
      { kind: 'invoice', ...SUMS, lines: [{ label: 'Studio 5, 21 November 2026 to 21 December 2026' }] },
      { kind: 'invoice', ...SUMS, lines: [{ label: 'Studio 5, 21 December 2026 to 21 January 2027' }] },
    ]);
  });

  test('says what a change of plan gave back', async ({ app, store, person, invoices }) => {
    await buyAtPaypal(app, store, { person: person.id, offer: 'studio_10', due: 15_000, vat: 2300 });
    expect(await invoices()).toMatchObject([
      {
        net_cents: 15_000,
        vat_cents: 3450,
        lines: [
          { net_cents: 34_900 },
          { label: expect.stringMatching(/^Credit/) as string, net_cents: -19_900 },
        ],
      },
    ]);
  });

  test('of an order, and of its refund', async ({ app, store, person, invoices, paid }) => {
    await buyAtPaypal(app, store, { person: person.id, offer: 'credit', quantity: 2, vat: 2300 });
    expect(await invoices()).toMatchObject([
      { net_cents: 15_800, vat_cents: 3634, total_cents: 19_434, lines: [{ label: 'Credit', quantity: 2 }] },
    ]);
    const [capture = ''] = await paid();
    await refundPayment(store.context, capture, 9717);
    expect((await invoices()).slice(1)).toMatchObject([
      { kind: 'credit_note', net_cents: -7900, vat_cents: -1817, total_cents: -9717 },
    ]);
  });

  test('of a lost dispute', async ({ app, store, person, invoices, paid }) => {
    await buyAtPaypal(app, store, { person: person.id, offer: 'studio_5', vat: 2300 });
    const [sale = ''] = await paid();
    await decideDispute(store.context, await dispute(store.context, sale), false);
    expect((await invoices()).slice(1)).toMatchObject([
      {
        kind: 'credit_note',
        total_cents: -24_477,
        lines: [{ label: expect.stringMatching(/^Disputed payment/) as string }],
      },
    ]);
  });

  test('of a second membership is followed by its credit note', async ({ app, store, person, invoices }) => {
    await buyAtPaypal(app, store, { person: person.id, offer: 'studio_5' });
    await invoices();
    await travelAtPaypal(app, person.id, '1d');
    await buyAtPaypal(app, store, { person: person.id, offer: 'studio_2' });
    const sums = (await invoices()).map(({ total_cents }) => total_cents);
    expect(sums).toEqual([19_900, 9900, -9900]);
  });
});

test('another VAT reaches the next cycle', async ({ app, store, person, studio, invoices }) => {
  await buyAtPaypal(app, store, { person: person.id, offer: 'studio_5', vat: 2300 });
  const vat = { rates: { PT: 2000 }, reverse_charge: false };
  await writeDocument(app.ctx(), 'vat', vat);
  await invoices();
  await studio.inTx((tx) => tellOfDetails(tx, app.ctx(), person.id));
  await app.queues.drain();
  await travelAtPaypal(app, person.id, '32d');
  expect(await invoices()).toMatchObject([
    { vat_cents: 4577 },
    { net_cents: 19_900, vat_cents: 3980, vat_basis_points: 2000 },
  ]);
});
