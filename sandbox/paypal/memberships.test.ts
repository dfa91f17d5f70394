import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CANCEL,
  newPerson,
  paypalShop,
  RETURN,
  subscribe,
  testPayPal,
  typesOf,
  usd,
  type TestPayPal,
} from '#test/sandbox/paypal.ts';
import { approve, cancelByPayer, refuse, setFails } from './commands.ts';
import type { Plan, Subscription, Transaction } from './store/kinds.ts';

let at: TestPayPal;
let shop: { small: Plan; large: Plan; yearly: Plan };
beforeAll(async () => {
  at = await testPayPal();
  shop = await paypalShop(at);
});
afterAll(() => at.close());
beforeEach(async () => {
  await at.sandbox.settled();
  at.events.length = 0;
});

const get = async (id: string): Promise<Subscription> =>
  (await at.call('GET', `/v1/billing/subscriptions/${id}`)).body as Subscription;
const payments = async (id: string): Promise<Transaction[]> => {
  const path = `/v1/billing/subscriptions/${id}/transactions?start_time=2026-01-01T00:00:00Z&end_time=2030-01-01T00:00:00Z`;
  return ((await at.call('GET', path)).body as { transactions: Transaction[] }).transactions;
};
const amounts = async (id: string): Promise<string[]> =>
  (await payments(id)).map(
    ({ amount_with_breakdown: { gross_amount }, time }) => `${time.slice(0, 10)} ${gross_amount.value}`,
  );
const person = ({ custom_id = '' }: Subscription): string => custom_id.split(':')[0] ?? '';

describe('a subscription', () => {
  test('awaits its approval, then takes the setup fee and names the payer', async () => {
    const made = await subscribe(at, shop.small);
    expect(made).toMatchObject({ status: 'APPROVAL_PENDING', plan_overridden: true });
    expect(made.links.map(({ rel }) => rel)).toEqual(['approve', 'edit', 'self']);
    const done = await approve(at.context, made.id);
    const url = new URL(done.is === 'done' ? (done.url ?? '') : '');
    expect(url.href).toContain(`${RETURN}&subscription_id=${made.id}&ba_token=BA-`);
    expect(url.searchParams.get('token')).toMatch(/^EC-/);
    expect(await get(made.id)).toMatchObject({
      status: 'ACTIVE',
      subscriber: { email_address: 'anna@payer.test', payer_id: 'PAYERANNA2345' },
      billing_info: {
        next_billing_time: '2026-02-28T10:00:00Z',
        last_payment: { amount: usd('99.00') },
        failed_payments_count: 0,
      },
    });
    expect(await amounts(made.id)).toEqual(['2026-01-31 99.00']);
    await at.sandbox.settled();
    expect(typesOf(at.events)).toEqual([
      'BILLING.SUBSCRIPTION.CREATED',
      'BILLING.SUBSCRIPTION.ACTIVATED',
      'PAYMENT.SALE.COMPLETED',
    ]);
    expect(at.events[2]?.resource).toMatchObject({ billing_agreement_id: made.id, custom: made.custom_id });
  });

  test('takes its price and tax from the start on, at the end of short months', async () => {
    const { id, custom_id = '' } = await subscribe(at, shop.small, {
      setup: '121.77',
      start: '2026-03-31T10:00:00Z',
      tax: '23',
    });
    await approve(at.context, id);
    await at.sandbox.travel(custom_id.split(':')[0] ?? '', '4mo');
    expect(await amounts(id)).toEqual([
      '2026-01-31 121.77',
      '2026-03-31 121.77',
      '2026-04-30 121.77',
      '2026-05-31 121.77',
    ]);
    expect(await get(id)).toMatchObject({ billing_info: { next_billing_time: '2026-06-30T10:00:00Z' } });
  });

  test('ends at once when it is cancelled, by the seller or the payer', async () => {
    const first = await subscribe(at, shop.small);
    const path = `/v1/billing/subscriptions/${first.id}/cancel`;
    expect((await at.call('POST', path, { reason: 'No' })).status).toBe(422);
    await approve(at.context, first.id);
    expect((await at.call('POST', path, { reason: 'Too dear' })).status).toBe(204);
    const ended = await get(first.id);
    expect(ended).toMatchObject({ status: 'CANCELLED', status_change_note: 'Too dear' });
    expect(ended.billing_info?.next_billing_time).toBeUndefined();
    const again = await at.call('POST', path, { reason: 'No' });
    expect(again.body).toMatchObject({
      name: 'UNPROCESSABLE_ENTITY',
      details: [{ issue: 'SUBSCRIPTION_STATUS_INVALID' }],
    });
    const second = await subscribe(at, shop.small);
    await approve(at.context, second.id);
    await cancelByPayer(at.context, second.id);
    await at.sandbox.travel(person(second), '2mo');
    expect(await amounts(second.id)).toEqual(['2026-01-31 99.00']);
  });

  test('is suspended after three failures in a row, five days apart', async () => {
    const made = await subscribe(at, shop.small);
    await approve(at.context, made.id, 'renewal_fails');
    await at.sandbox.travel(person(made), '1mo');
    expect(await get(made.id)).toMatchObject({
      status: 'ACTIVE',
      billing_info: {
        failed_payments_count: 1,
        outstanding_balance: usd('99.00'),
        last_failed_payment: { next_payment_retry_time: '2026-03-05T10:00:00Z' },
      },
    });
    await at.sandbox.travel(person(made), '10d');
    expect(await get(made.id)).toMatchObject({
      status: 'SUSPENDED',
      billing_info: { failed_payments_count: 3 },
    });
    expect(typesOf(at.events).slice(3)).toEqual([
      'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
      'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
      'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
      'BILLING.SUBSCRIPTION.SUSPENDED',
    ]);
  });

  test('goes on when a later try works', async () => {
    const made = await subscribe(at, shop.small);
    await approve(at.context, made.id);
    await setFails(at.context, made.id, true);
    await at.sandbox.travel(person(made), '1mo');
    await setFails(at.context, made.id, false);
    await at.sandbox.travel(person(made), '5d');
    expect(await amounts(made.id)).toEqual(['2026-01-31 99.00', '2026-03-05 99.00']);
    expect(await get(made.id)).toMatchObject({
      billing_info: {
        failed_payments_count: 0,
        outstanding_balance: usd('0.00'),
        next_billing_time: '2026-03-28T10:00:00Z',
      },
    });
  });

  test('does not begin when its setup fee is declined; too little money lets another payer try', async () => {
    const made = await subscribe(at, shop.small);
    expect(await approve(at.context, made.id, 'insufficient_funds')).toEqual({ is: 'insufficient_funds' });
    expect(await approve(at.context, made.id, 'declined')).toEqual({ is: 'declined', url: CANCEL });
    expect(await get(made.id)).toMatchObject({ status: 'CANCELLED' });
    expect(await payments(made.id)).toEqual([]);
    const other = await subscribe(at, shop.small);
    expect(await refuse(at.context, other.id)).toMatch(/plans\?ba_token=BA-/);
  });

  test('has a trial without a setup fee, and refuses a start that has passed', async () => {
    const made = await subscribe(at, shop.small, { setup: null, start: '2026-02-14T10:00:00Z' });
    await approve(at.context, made.id);
    expect(await payments(made.id)).toEqual([]);
    await at.sandbox.travel(person(made), '14d');
    expect(await amounts(made.id)).toEqual(['2026-02-14 99.00']);
    const { body } = await at.call('POST', '/v1/billing/subscriptions', {
      plan_id: shop.small.id,
      start_time: '2026-01-30T10:00:00Z',
    });
    expect(body).toMatchObject({ name: 'INVALID_REQUEST', details: [{ field: '/start_time' }] });
  });

  test('takes another plan from the next cycle on, once its payer has agreed', async () => {
    const made = await subscribe(at, shop.large, { setup: '199.00', tax: '23' });
    await approve(at.context, made.id);
    const path = `/v1/billing/subscriptions/${made.id}/revise`;
    const input = {
      plan_id: shop.small.id,
      application_context: { return_url: RETURN, cancel_url: CANCEL },
    };
    const { body } = await at.call('POST', path, input);
    expect(body).toMatchObject({ plan_id: shop.small.id, links: [{ rel: 'approve' }, {}, {}, {}, {}, {}] });
    expect(await get(made.id)).toMatchObject({ plan_id: shop.large.id });
    await approve(at.context, made.id);
    expect(await get(made.id)).toMatchObject({ plan_id: shop.small.id });
    await at.sandbox.travel(person(made), '1mo');
    expect(await amounts(made.id)).toEqual(['2026-01-31 199.00', '2026-02-28 121.77']);
  });

  test('answers the same to the same PayPal-Request-Id, whatever the body is', async () => {
    const { custom_id } = newPerson();
    const input = { plan_id: shop.small.id, custom_id };
    const headers = { 'paypal-request-id': 'checkout:1' };
    const send = (body: object) => at.call('POST', '/v1/billing/subscriptions', body, headers);
    const first = await send(input);
    expect(first.status).toBe(201);
    expect(await send(input)).toEqual({ status: 200, body: first.body });
    expect(await send({ ...input, plan_id: shop.large.id })).toEqual({ status: 200, body: first.body });
  });
});
