import { expect } from 'vitest';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Stripe } from 'stripe';
import * as contract from '#shared/billing/contract-area.ts';
import { newId } from '#server/lib/ids.ts';
import { attempt, payCheckout } from '#sandbox/main.ts';
import { decideDispute, dispute } from '#sandbox/stripe/commands.ts';
import { NO_DETAILS } from '#sandbox/stripe/engine/payment-methods.ts';
import { test as base } from '#test/api/test.ts';
import type { TestPerson } from '#test/api/people.ts';
import { writeDocument } from '../../content/service.ts';
import { transaction } from '../../db/transaction.ts';
import { ok } from '#shared/lib/result.ts';
import { receipt, refunded } from '../events.ts';
import { issueInvoice } from './jobs.ts';

const SELLER = {
  name: 'Night Owl Lda.',
  address: ['Rua da Rosa 12', '1200-001 Lisboa'],
  country: 'PT',
  vat_number: 'PT123456789',
  registration: 'Lisbon 4711',
};
const CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };

const test = base
  .extend('options', { scope: 'file' }, () => ({ sandbox: true }) as const)
  /** A studio that says who it is, and what it sells at the provider. */
  .extend('shop', { scope: 'file' }, async ({ app, stripe }) => {
    await writeDocument({ db: app.db, now: app.clock.now() }, 'company', SELLER);
    const tax = await stripe.taxRates.create({ display_name: 'VAT', percentage: 23, inclusive: false });
    const price = async (kind: 'plan' | 'top-up', name: string, cents: number) => {
      const product = await stripe.products.create({ name });
      const recurring = kind === 'plan' ? ({ recurring: { interval: 'month' } } as const) : {};
      const made = { product: product.id, currency: 'usd', unit_amount: cents, ...recurring };
      const { id } = await stripe.prices.create(made);
      const isPlan = kind === 'plan';
      await app.db
        .insertInto('billing_prices')
        .values({
          provider: 'stripe',
          mode: 'sandbox',
          price_id: id,
          product_id: product.id,
          kind,
          name,
          offer_id: id,
          unit_cents: cents,
          credits: 1,
          made_at: app.clock.now(),
          ...(isPlan ? { tier: 2, is_annual: false, has_rollover: true, concurrency: 30 } : {}),
        })
        .execute();
      return id;
    };
    return {
      tax,
      plan: await price('plan', 'Studio 5', 19_900),
      credit: await price('top-up', 'Credit', 7900),
    };
  })
  /** Tells of a stored payment as applying a customer's state does, and runs what follows. */
  .extend('settle', { scope: 'file' }, ({ app }) => async (refund?: string, id = newId()) => {
    const row = await app.db
      .selectFrom('billing_payments')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { person_id } = row;
    await transaction({ db: app.db, now: app.clock.now() }, async (tx) => {
      const { events } = app.ctx();
      if (refund === undefined) await events.emit(tx, receipt, { person_id, payment_id: id });
      else await events.emit(tx, refunded, { person_id, payment_id: id, refund_id: refund });
      return ok(null);
    });
    await app.queues.drain();
  })
  .extend(
    'store',
    { scope: 'file' },
    ({ app }) =>
      async (
        person: TestPerson,
        more: {
          kind: 'plan' | 'top-up';
          price_id: string;
          provider_id: string;
          invoice_id: string | null;
          total_cents: number;
        },
      ) => {
        const id = newId();
        await app.db
          .insertInto('billing_payments')
          .values({
            id,
            person_id: person.id,
            provider: 'stripe',
            mode: 'sandbox',
            quantity: 1,
            currency: 'usd',
            net_cents: 0,
            paid_at: app.clock.now(),
            is_trial: false,
            ...more,
          })
          .execute();
        return id;
      },
  )
  /** A client of Germany who has paid for a plan, with a coupon. */
  .extend('member', { scope: 'file' }, async ({ app, stripe, shop, store }) => {
    const person = await app.people.make('client', { name: 'Jürgen Šťastný', email: 'juergen@owl.test' });
    await app.db
      .insertInto('billing_details')
      .values({
        person_id: person.id,
        company_name: 'Müller & Παπάς GmbH',
        country: 'DE',
        city: 'Berlin',
        address: 'Straße 1',
        zipcode: '10115',
        vat_number: 'DE123456789',
        updated_at: app.clock.now(),
      })
      .execute();
    const customer = await stripe.customers.create({
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    });
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'once' });
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: shop.plan }],
      default_tax_rates: [shop.tax.id],
      discounts: [{ coupon: coupon.id }],
      expand: ['latest_invoice.payments'],
    });
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    const intent = invoice.payments?.data[0]?.payment.payment_intent as string;
    const payment = await store(person, {
      kind: 'plan',
      price_id: shop.plan,
      provider_id: intent,
      invoice_id: invoice.id,
      total_cents: invoice.total,
    });
    return { person, customer, intent, payment, invoice };
  });

const TOTAL = 22_029;

test('a paid plan has an invoice with the figures of the provider, once', async ({ app, member, settle }) => {
  expect(member.invoice.total).toBe(TOTAL);
  await settle(undefined, member.payment);
  await settle(undefined, member.payment);
  const { body } = await app.call(contract.listInvoices, {}, member.person);
  expect(body).toEqual({
    total: 1,
    invoices: [
      {
        id: expect.any(String),
        number: 'TB-2026-000001',
        kind: 'invoice',
        date: '2026-11-21T12:00:00Z',
        what: expect.stringMatching(/^Studio 5, \d+ \w+ 2026 to \d+ \w+ 202\d$/),
        payment: 220.29,
        total_cents: TOTAL,
        status: 'paid',
      },
    ],
  });
  const { id = '' } = body.invoices[0] ?? {};
  const { body: one } = await app.call(contract.getInvoice, { params: { id } }, member.person);
  expect(one.invoice).toEqual({
    ...body.invoices[0],
    seller: {
      name: 'Night Owl Lda.',
      address: ['Rua da Rosa 12', '1200-001 Lisboa', 'Portugal', 'Lisbon 4711'],
      vat_number: 'PT123456789',
    },
    buyer: {
      name: 'Müller & Παπάς GmbH',
      address: ['Jürgen Šťastný', 'Straße 1', '10115 Berlin', 'Germany', member.person.email],
      vat_number: 'DE123456789',
    },
    lines: [{ label: body.invoices[0]?.what, quantity: 1, net_cents: 19_900 }],
    discount_cents: 1990,
    net_cents: 17_910,
    vat_percent: 23,
    vat_cents: 4119,
    reverse_charge: false,
    corrects: null,
  });
});

test('the PDF says the same, to the letter and the cent', async ({ app, member }) => {
  const { body } = await app.call(contract.listInvoices, {}, member.person);
  const { id = '', what = '' } = body.invoices[0] ?? {};
  const answer = await app.http.inject({
    url: `/api/v2/billing/invoices/${id}/pdf`,
    headers: { host: 'localhost:4000', cookie: member.person.cookie },
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(answer.headers['content-disposition']).toBe('inline; filename="TB-2026-000001.pdf"');
  const pdf = await getDocumentProxy(new Uint8Array(answer.rawPayload));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  const { info } = await pdf.getMetadata();
  expect(info).toMatchObject({ Title: 'Invoice TB-2026-000001', Language: 'en', Author: 'Night Owl Lda.' });
  expect(totalPages).toBe(1);
  expect(text.split(/\s*\n/)).toEqual([
    'Talkback',
    'Invoice TB-2026-000001',
    '21 November 2026',
    'From',
    'Night Owl Lda.',
    'Rua da Rosa 12',
    '1200-001 Lisboa',
    'Portugal',
    'Lisbon 4711',
    'VAT number PT123456789',
    'To',
    'Müller & Παπάς GmbH',
    'Jürgen Šťastný',
    'Straße 1',
    '10115 Berlin',
    'Germany',
    member.person.email,
    'VAT number DE123456789',
    'Description Quantity Amount',
    `${what} 1 $199.00`,
    'Discount -$19.90',
    'Net $179.10',
    'VAT 23% $41.19',
    'Total $220.29',
    'All amounts are in US dollars. Paid in full. Thank you!',
  ]);
});

test('refunds have credit notes that add up to the invoice', async ({ app, stripe, member, settle }) => {
  for (const amount of [5000, TOTAL - 5000]) {
    const { id } = await stripe.refunds.create({ payment_intent: member.intent, amount });
    await settle(id, member.payment);
    await settle(id, member.payment);
  }
  const { body } = await app.call(contract.listInvoices, {}, member.person);
  expect(
    body.invoices.map(({ number, kind, total_cents, status }) => [number, kind, total_cents, status]),
  ).toEqual([
    ['TB-2026-000003', 'credit_note', 5000 - TOTAL, 'refunded'],
    ['TB-2026-000002', 'credit_note', -5000, 'refunded'],
    ['TB-2026-000001', 'invoice', TOTAL, 'refunded'],
  ]);
  const notes = await Promise.all(
    body.invoices.slice(0, 2).map(async ({ id }) => {
      const { body: note } = await app.call(contract.getInvoice, { params: { id } }, member.person);
      return note.invoice;
    }),
  );
  expect(notes.map(({ corrects }) => corrects)).toEqual(['TB-2026-000001', 'TB-2026-000001']);
  expect(notes.reduce((sum, note) => sum + note.vat_cents, 0)).toBe(-4119);
  expect(notes.reduce((sum, note) => sum + note.net_cents, 0)).toBe(-17_910);
});

test('a top-up has an invoice with what the Checkout session charged', async ({
  app,
  stripe,
  sandbox,
  shop,
  store,
  settle,
}) => {
  const person = await app.people.make('client', { name: 'Ada' });
  const customer = await stripe.customers.create({});
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    customer: customer.id,
    success_url: 'http://studio.test/thanks',
    line_items: [{ price: shop.credit, quantity: 3, tax_rates: [shop.tax.id] }],
  });
  await attempt(sandbox.context, async (work) =>
    payCheckout(work, await work.get('checkout.session', session.id), { card: CARD, details: NO_DETAILS }),
  );
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id);
  const payment = await store(person, {
    kind: 'top-up',
    price_id: shop.credit,
    provider_id: intent as string,
    invoice_id: null,
    total_cents: 29_151,
  });
  await settle(undefined, payment);
  const { body } = await app.call(contract.listInvoices, {}, person);
  const { id = '' } = body.invoices[0] ?? {};
  const { body: one } = await app.call(contract.getInvoice, { params: { id } }, person);
  expect(one.invoice).toMatchObject({
    lines: [{ label: 'Credit', quantity: 3, net_cents: 23_700 }],
    discount_cents: 0,
    net_cents: 23_700,
    vat_percent: 23,
    vat_cents: 5451,
    total_cents: 29_151,
    buyer: { name: 'Ada', address: [person.email], vat_number: null },
  });

  // A lost dispute pays it back.
  const disputed = await dispute(sandbox.context, intent as string);
  await decideDispute(sandbox.context, disputed, false);
  await settle(disputed, payment);
  const { body: list } = await app.call(contract.listInvoices, {}, person);
  expect(list.invoices).toMatchObject([
    {
      kind: 'credit_note',
      what: `Disputed payment of invoice ${one.invoice.number}`,
      total_cents: -29_151,
    },
    { kind: 'invoice', status: 'refunded' },
  ]);
});

test('an invoice is its client’s and the operator’s alone', async ({ app, member }) => {
  const { body } = await app.call(contract.listInvoices, {}, member.person);
  const params = { id: body.invoices[0]?.id ?? '' };
  const other = await app.people.make('client');
  const partner = await app.people.make('partner');
  const operator = await app.people.make('operator');
  for (const endpoint of [contract.getInvoice, contract.getInvoicePdf]) {
    const answers = await Promise.all(
      [null, partner, other, operator].map(
        async (who) =>
          (
            await app.http.inject({
              url: endpoint.path.replace(':id', params.id),
              headers: {
                host: `localhost:${who === partner ? 4001 : who === operator ? 4002 : 4000}`,
                cookie: who?.cookie ?? '',
              },
            })
          ).statusCode,
      ),
    );
    expect(answers).toEqual([401, 403, 404, 200]);
  }
  expect((await app.call(contract.getInvoice, { params: { id: newId() } }, member.person)).problem.code).toBe(
    'not_found',
  );
  expect((await app.call(contract.listInvoices, {}, null)).status).toBe(401);
  expect((await app.call(contract.listInvoices, {}, partner)).status).toBe(403);
  expect((await app.call(contract.listInvoices, {}, other)).body).toEqual({ invoices: [], total: 0 });
});

test('numbers have no gap when invoices are issued at once, and one that fails takes none', async ({
  app,
  shop,
  stripe,
  store,
}) => {
  const person = await app.people.make('client');
  const customer = await stripe.customers.create({
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  });
  const pay = async () => {
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: shop.plan }],
      expand: ['latest_invoice'],
    });
    const { id, total } = subscription.latest_invoice as Stripe.Invoice;
    return store(person, {
      kind: 'plan',
      price_id: shop.plan,
      provider_id: id,
      invoice_id: id,
      total_cents: total,
    });
  };
  const payments = [await pay(), await pay(), await pay()];
  const stray = await store(person, {
    kind: 'plan',
    price_id: shop.plan,
    provider_id: 'in_stray',
    invoice_id: 'in_stray',
    total_cents: 1,
  });
  const ends = await Promise.allSettled(
    [...payments, stray].map((payment_id) => issueInvoice.run(app.ctx(), { payment_id })),
  );
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  const rows = await app.db.selectFrom('invoices').select('number').orderBy('number').execute();
  expect(rows.map(({ number }) => Number(number.slice(-6)))).toEqual(rows.map((_, nr) => nr + 1));
  const { body } = await app.call(contract.listInvoices, {}, person);
  expect(body.total).toBe(3);
});
