import { expect } from 'vitest';
import { extractText, getDocumentProxy } from 'unpdf';
import * as area from '#shared/billing/contract-area.ts';
import * as calls from '#shared/billing/contract-buying.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/buying.ts';
import { writeDocument } from '../../content/service.ts';
import { VAT } from '../../content/defaults/billing.ts';
import { sweepCustomers } from '../intake/jobs.ts';
import { invoiceWithPdf } from '../invoices/read-invoices.ts';

const SELLER = {
  name: 'Night Owl Lda.',
  address: ['Rua da Rosa 12'],
  country: 'PT',
  vat_number: 'PT123456789',
  registration: '',
};

const test = base
  .extend('setReverseCharge', { scope: 'file' }, ({ app }) => async (reverse_charge: boolean) => {
    const at = { db: app.db, now: app.clock.now() };
    await writeDocument(at, 'company', SELLER);
    await writeDocument(at, 'vat', { ...VAT, reverse_charge });
  })
  /** A business of Germany. */
  .extend('business', { scope: 'file' }, ({ app, buyer }) => async () => {
    const person = await buyer({ country: 'DE', hadTrial: true });
    await app.db
      .updateTable('billing_details')
      .set({ company_name: 'Eule GmbH', vat_number: 'DE123456789' })
      .where('person_id', '=', person.id)
      .execute();
    return person;
  })
  .extend('topUp', { scope: 'file' }, ({ app, pay }) => async (person: TestPerson) => {
    const { body } = await app.call(calls.createTopup, { body: { amount: 1 } }, person);
    await pay(body.url);
    await app.queues.drain();
  })
  /** What the newest invoice of a person says. */
  .extend('invoiceOf', { scope: 'file' }, ({ app }) => async (person: TestPerson) => {
    const { invoices } = (await app.call(area.listInvoices, {}, person)).body;
    const { id = '' } = invoices[0] ?? {};
    const { invoice } = (await app.call(area.getInvoice, { params: { id } }, person)).body;
    const pdf = await getDocumentProxy(new Uint8Array((await invoiceWithPdf(app.ctx(), id))?.pdf ?? []));
    const { text } = await extractText(pdf, { mergePages: true });
    const { reverse_charge, vat_percent, vat_cents, total_cents } = invoice;
    return {
      figures: { reverse_charge, vat_percent, vat_cents, total_cents },
      printsIt: text.includes('Reverse charge'),
    };
  });

const reversed = (total_cents: number) => ({
  figures: { reverse_charge: true, vat_percent: 0, vat_cents: 0, total_cents },
  printsIt: true,
});
const charged = (vat_cents: number, total_cents: number) => ({
  figures: { reverse_charge: false, vat_percent: 23, vat_cents, total_cents },
  printsIt: false,
});

test('a membership of a business abroad is invoiced with reverse charge', async ({
  app,
  stripe,
  business,
  press,
  pay,
  atProvider,
  setReverseCharge,
  invoiceOf,
}) => {
  await setReverseCharge(true);
  const eule = await business();
  await pay((await press(eule)).body.url);
  await app.queues.drain();
  const { customer } = await atProvider(eule);
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ tax_exempt: 'reverse' });
  expect(await invoiceOf(eule)).toEqual(reversed(19_900));
});

test('the setting when a purchase begins decides', async ({
  business,
  setReverseCharge,
  topUp,
  invoiceOf,
}) => {
  await setReverseCharge(false);
  const eule = await business();
  await topUp(eule);
  expect(await invoiceOf(eule)).toEqual(charged(1817, 9717));
  await setReverseCharge(true);
  await topUp(eule);
  expect(await invoiceOf(eule)).toEqual(reversed(7900));
  await setReverseCharge(false);
  await topUp(eule);
  expect(await invoiceOf(eule)).toEqual(charged(1817, 9717));
});

test('a private buyer abroad pays VAT', async ({ buyer, setReverseCharge, topUp, invoiceOf }) => {
  await setReverseCharge(true);
  const ada = await buyer({ country: 'DE' });
  await topUp(ada);
  expect(await invoiceOf(ada)).toEqual(charged(1817, 9717));
});

test('a changed setting reaches running memberships at night, for their next invoice', async ({
  app,
  stripe,
  business,
  press,
  pay,
  atProvider,
  setReverseCharge,
}) => {
  await setReverseCharge(false);
  const eule = await business();
  await pay((await press(eule)).body.url);
  const said = async () => {
    const { customer, subscriptions } = await atProvider(eule);
    const found = await stripe.customers.retrieve(customer);
    const rates = subscriptions[0]?.default_tax_rates?.map(({ percentage }) => percentage);
    return [found.deleted === true ? null : found.tax_exempt, rates];
  };
  expect(await said()).toEqual(['none', [23]]);
  await setReverseCharge(true);
  await sweepCustomers.run(app.ctx(), {});
  await app.queues.drain();
  expect(await said()).toEqual(['reverse', []]);
});
