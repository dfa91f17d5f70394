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
  WHOLE,
  type TestPayPal,
} from '#test/sandbox/paypal.ts';
import { approve, decideCapture, decideDispute, dispute, refundPayment } from './commands.ts';
import type { Plan, Transaction } from './store/kinds.ts';
import type { Capture, Dispute, Order, Refund } from './store/orders.ts';

let at: TestPayPal;
let shop: { small: Plan };
beforeAll(async () => {
  at = await testPayPal();
  shop = await paypalShop(at);
});
afterAll(() => at.close());
beforeEach(async () => {
  await at.sandbox.settled();
  at.events.length = 0;
});

const order = async (): Promise<Order> => {
  const input = {
    intent: 'CAPTURE',
    purchase_units: [
      {
        description: '3 credits',
        custom_id: newPerson().custom_id,
        amount: {
          ...usd('269.37'),
          breakdown: { item_total: usd('219.00'), tax_total: usd('50.37') },
        },
        items: [{ name: '3 credits', quantity: '1', unit_amount: usd('219.00'), category: 'DIGITAL_GOODS' }],
      },
    ],
    application_context: {
      brand_name: 'Talkback',
      shipping_preference: 'NO_SHIPPING',
      user_action: 'PAY_NOW',
      return_url: RETURN,
      cancel_url: CANCEL,
    },
  };
  return (await at.call('POST', '/v2/checkout/orders', input, WHOLE)).body as Order;
};
const capture = async (id: string, key = `capture:${id}`): Promise<{ status: number; body: Order }> => {
  const path = `/v2/checkout/orders/${id}/capture`;
  const { status, body } = await at.call('POST', path, {}, { 'paypal-request-id': key });
  return { status, body: body as Order };
};
const get = async (id: string): Promise<Order> =>
  (await at.call('GET', `/v2/checkout/orders/${id}`)).body as Order;
const captureOf = (made: Order): Capture => {
  const found = made.purchase_units[0]?.payments?.captures[0];
  if (found === undefined) throw new Error('nothing was captured');
  return found;
};
const bought = async (payer: 'pays' | 'bank' = 'pays'): Promise<Capture> => {
  const { id } = await order();
  await approve(at.context, id, payer);
  return captureOf((await capture(id)).body);
};

describe('an order', () => {
  test('is approved, then captured once', async () => {
    const made = await order();
    expect(made.status).toBe('CREATED');
    expect(made.links.map(({ rel }) => rel)).toEqual(['self', 'approve', 'update', 'capture']);
    expect((await capture(made.id)).body).toMatchObject({ details: [{ issue: 'ORDER_NOT_APPROVED' }] });
    expect(await approve(at.context, made.id, 'pays_too')).toEqual({
      is: 'done',
      url: `${RETURN}&token=${made.id}&PayerID=PAYERBENN2345`,
    });
    expect(await get(made.id)).toMatchObject({ status: 'APPROVED', payer: { payer_id: 'PAYERBENN2345' } });
    const first = await capture(made.id);
    expect(first).toMatchObject({ status: 201, body: { status: 'COMPLETED' } });
    expect((await capture(made.id)).body).toEqual(first.body);
    expect((await capture(made.id, 'other')).body).toMatchObject({
      details: [{ issue: 'ORDER_ALREADY_CAPTURED' }],
    });
    await at.sandbox.settled();
    expect(typesOf(at.events)).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']);
    expect(at.events[1]?.resource).toMatchObject({
      amount: usd('269.37'),
      custom_id: made.purchase_units[0]?.custom_id,
      supplementary_data: { related_ids: { order_id: made.id } },
    });
  });

  test('whose payment is declined sends the payer back to choose another', async () => {
    const { id } = await order();
    await approve(at.context, id, 'declined');
    const refused = await capture(id);
    expect(refused).toMatchObject({
      status: 422,
      body: { details: [{ issue: 'INSTRUMENT_DECLINED' }], links: [{ rel: 'redirect' }] },
    });
    await approve(at.context, id);
    expect((await capture(id)).body.status).toBe('COMPLETED');
  });

  test('from a bank is paid or denied days later', async () => {
    const [paid, denied] = [await bought('bank'), await bought('bank')];
    expect(paid).toMatchObject({ status: 'PENDING', status_details: { reason: 'ECHECK' } });
    expect((await at.call('POST', `/v2/payments/captures/${paid.id}/refund`, {})).status).toBe(422);
    await decideCapture(at.context, denied.id, false);
    await at.sandbox.travel(paid.custom_id?.split(':')[0] ?? '', 'next');
    const states = await Promise.all(
      [paid, denied].map(
        async ({ id }) => (await at.call('GET', `/v2/payments/captures/${id}`)).body as Capture,
      ),
    );
    expect(states.map(({ status }) => status)).toEqual(['COMPLETED', 'DECLINED']);
    expect(captureOf(await get(states[1]?.links.at(-1)?.href.split('/').at(-1) ?? '')).status).toBe(
      'DECLINED',
    );
    expect(typesOf(at.events).filter((type) => type.startsWith('PAYMENT'))).toEqual([
      'PAYMENT.CAPTURE.PENDING',
      'PAYMENT.CAPTURE.PENDING',
      'PAYMENT.CAPTURE.DENIED',
      'PAYMENT.CAPTURE.COMPLETED',
    ]);
  });

  test('is refunded in parts, never above what was paid', async () => {
    const { id } = await bought();
    const path = `/v2/payments/captures/${id}`;
    const part = await at.call('POST', `${path}/refund`, { amount: usd('69.37') }, WHOLE);
    expect(part).toMatchObject({ status: 201, body: { status: 'COMPLETED', amount: usd('69.37') } });
    expect((await at.call('GET', path)).body).toMatchObject({ status: 'PARTIALLY_REFUNDED' });
    const over = await at.call('POST', `${path}/refund`, { amount: usd('200.01') });
    expect(over.body).toMatchObject({ details: [{ issue: 'REFUND_AMOUNT_EXCEEDED' }] });
    const rest = await refundPayment(at.context, id);
    const body = (await at.call('GET', `/v2/payments/refunds/${rest}`)).body as Refund;
    expect(body).toMatchObject({
      amount: usd('200.00'),
      seller_payable_breakdown: { total_refunded_amount: usd('269.37') },
    });
    expect(body.links.find(({ rel }) => rel === 'up')?.href).toMatch(new RegExp(`/captures/${id}$`));
    expect((await at.call('GET', path)).body).toMatchObject({ status: 'REFUNDED' });
    await at.sandbox.settled();
    expect(typesOf(at.events).slice(2)).toEqual(['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REFUNDED']);
  });
});

describe('a dispute', () => {
  test('that is won changes nothing; one that is lost takes the payment back', async () => {
    const won = await bought();
    const lost = await bought();
    const [first, second] = [await dispute(at.context, won.id), await dispute(at.context, lost.id)];
    const path = `/v1/customer/disputes/${first}`;
    expect((await at.call('GET', path)).body as Dispute).toMatchObject({
      status: 'WAITING_FOR_SELLER_RESPONSE',
      disputed_transactions: [{ seller_transaction_id: won.id }],
      dispute_amount: usd('269.37'),
    });
    await decideDispute(at.context, first, true);
    await decideDispute(at.context, second, false);
    expect((await at.call('GET', path)).body).toMatchObject({
      status: 'RESOLVED',
      dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
    });
    const list = await at.call('GET', `/v1/customer/disputes?disputed_transaction_id=${lost.id}`);
    expect(list.body).toMatchObject({ items: [{ dispute_id: second, status: 'RESOLVED' }] });
    await at.sandbox.settled();
    expect(typesOf(at.events).slice(4)).toEqual([
      'CUSTOMER.DISPUTE.CREATED',
      'CUSTOMER.DISPUTE.CREATED',
      'CUSTOMER.DISPUTE.RESOLVED',
      'PAYMENT.CAPTURE.REVERSED',
      'CUSTOMER.DISPUTE.RESOLVED',
    ]);
  });

  test("a subscription's sale is refunded and disputed like a capture", async () => {
    const { id } = await subscribe(at, shop.small);
    await approve(at.context, id);
    const path = `/v1/billing/subscriptions/${id}/transactions?start_time=2026-01-01T00:00:00Z&end_time=2027-01-01T00:00:00Z`;
    const [sale] = ((await at.call('GET', path)).body as { transactions: Transaction[] }).transactions;
    await refundPayment(at.context, sale?.id ?? '', 4000);
    const opened = await dispute(at.context, sale?.id ?? '');
    expect((await at.call('GET', `/v1/customer/disputes/${opened}`)).body).toMatchObject({
      dispute_amount: usd('59.00'),
    });
    await decideDispute(at.context, opened, false);
    expect((await at.call('GET', path)).body).toMatchObject({
      transactions: [{ id: sale?.id, status: 'REFUNDED' }],
    });
    await at.sandbox.settled();
    expect(typesOf(at.events).slice(3)).toEqual([
      'PAYMENT.SALE.REFUNDED',
      'CUSTOMER.DISPUTE.CREATED',
      'PAYMENT.SALE.REVERSED',
      'CUSTOMER.DISPUTE.RESOLVED',
    ]);
    expect(at.events[3]?.resource).toMatchObject({ sale_id: sale?.id, amount: { total: '40.00' } });
  });
});
