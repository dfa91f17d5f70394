import { describe, expect } from 'vitest';
import * as calls from '#shared/billing/contract-buying.ts';
import { downgradeSubscription } from '#shared/billing/contract-changing.ts';
import { updateBillingInformation } from '#shared/me/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/buying.ts';
import { travel } from '#test/rooms/store.ts';
import { newId } from '../../lib/ids.ts';
import { syncJob } from '../intake/sync-job.ts';
import { insertEvent, waitingEvents } from '../intake/queries-sync.ts';
import { transaction } from '../../db/transaction.ts';
import { ok } from '#shared/lib/result.ts';
import { updateCustomer } from './customers.ts';

const test = base
  /** Changes the billing address, and has the provider hear of it. */
  .extend('moveTo', { scope: 'file' }, ({ app }) => async (person: TestPerson, country: string, vat = '') => {
    const billing_address = {
      address: '1 High Street',
      city: 'Town',
      company_name: vat === '' ? '' : 'Night Owl Ltd',
      country,
      vat_number: vat,
      zipcode: '10115',
    };
    const { status } = await app.call(updateBillingInformation, { body: { billing_address } }, person);
    expect(status).toBe(200);
    await app.queues.drain();
  });

describe('a changed billing address', () => {
  test('is told to the provider, with its VAT number and the VAT of the next invoice', async ({
    app,
    stripe,
    buyer,
    press,
    pay,
    moveTo,
    atProvider,
  }) => {
    const ada = await buyer({ hadTrial: true });
    await pay((await press(ada)).body.url);
    const { customer } = await atProvider(ada);
    const told = async () => {
      const found = await stripe.customers.retrieve(customer, { expand: ['tax_ids'] });
      if (found.deleted === true) throw new Error('the customer is gone');
      const [subscription] = (await atProvider(ada)).subscriptions;
      return {
        name: found.name,
        country: found.address?.country,
        taxIds: found.tax_ids?.data.map(({ type, value }) => `${type} ${value}`),
        rates: subscription?.default_tax_rates?.map(({ country, percentage }) => `${country} ${percentage}`),
      };
    };
    await moveTo(ada, 'DE', 'DE 123 456 789');
    expect(await told()).toEqual({
      name: 'Night Owl Ltd',
      country: 'DE',
      taxIds: ['eu_vat DE123456789'],
      rates: ['DE 23'],
    });
    await moveTo(ada, 'PT', 'PT123456789');
    expect(await told()).toMatchObject({ taxIds: ['eu_vat PT123456789'], rates: ['PT 23'] });
    await moveTo(ada, 'US');
    expect(await told()).toEqual({ name: expect.any(String), country: 'US', taxIds: [], rates: [] });

    const { test_clock: clock } = (await stripe.customers.retrieve(customer)) as { test_clock?: string };
    await travel(app, stripe, clock ?? '', 31);
    const { paid } = await atProvider(ada);
    expect(paid.map(({ amount }) => amount)).toEqual([19_900, 19_900 + 4577]);
  });

  test('counts for a downgrade that was planned before, too', async ({
    app,
    stripe,
    buyer,
    press,
    pay,
    prices,
    moveTo,
    atProvider,
  }) => {
    const ada = await buyer({ hadTrial: true });
    await app.db.deleteFrom('billing_fingerprints').execute();
    await pay((await press(ada)).body.url);
    const body = { priceId: prices('studio_2') };
    expect((await app.call(downgradeSubscription, { body }, ada)).status).toBe(200);
    await moveTo(ada, 'US');
    const { customer } = await atProvider(ada);
    const { test_clock: clock } = (await stripe.customers.retrieve(customer)) as { test_clock?: string };
    await travel(app, stripe, clock ?? '', 32);
    const { paid } = await atProvider(ada);
    expect(paid.map(({ amount }) => amount)).toEqual([9900, 19_900 + 4577]);
  });

  test('is not told again when it is known', async ({ app, stripe, buyer, press, atProvider }) => {
    const ada = await buyer();
    await press(ada);
    await app.queues.drain();
    const { customer } = await atProvider(ada);
    const events = async () => (await stripe.events.list({ limit: 100 })).data.length;
    const before = await events();
    await updateCustomer(app.ctx(), ada.id);
    expect(await events()).toBe(before);
    expect(customer).toMatch(/^cus_/);
  });
});

describe('a customer that the provider does not know', () => {
  const gone = base.extend('member', ({ app, buyer }) => async (): Promise<[TestPerson, string]> => {
    const person = await buyer();
    const customer_id = `cus_gone${newId().replaceAll('-', '')}`;
    await app.db
      .insertInto('billing_customers')
      .values({
        provider: 'stripe',
        mode: 'sandbox',
        customer_id,
        person_id: person.id,
        created_at: app.clock.now(),
      })
      .execute();
    return [person, customer_id];
  });

  gone('is left as it is, and its events are over', async ({ app, member }) => {
    const [person, customer_id] = await member();
    const now = app.clock.now();
    const event = { event_id: newId(), type: 'invoice.paid', object_id: 'in_gone', customer_id };
    await transaction({ db: app.db, now }, async (tx) =>
      ok(await insertEvent(tx, 'stripe', { ...event, created_at: now, received_at: now })),
    );
    await syncJob.run(app.ctx(), { provider: 'stripe', mode: 'sandbox', customer_id });
    expect(await waitingEvents(app.db, 'stripe', customer_id)).toEqual([]);
    await updateCustomer(app.ctx(), person.id);
  });

  gone('has no portal', async ({ app, member }) => {
    const [person] = await member();
    const body = { returnUrl: 'http://localhost:4000/profile' };
    expect((await app.call(calls.createPortalSession, { body }, person)).problem).toMatchObject({
      status: 409,
      code: 'no_subscription',
    });
  });
});
