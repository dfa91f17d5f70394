import { captureOrder, createOrder, type OrderInput } from '../engine/orders.ts';
import { captureView } from '../engine/payments.ts';
import { refund, type RefundInput } from '../engine/refunds.ts';
import { ADDRESS, anything, fields, listOf, MONEY, oneOf, readBody, text } from '../http/checks.ts';
import { created, made, ok, route, type Route } from '../http/route.ts';

const AMOUNT = fields(
  {
    currency_code: text(3, 3),
    value: text(1, 32, /^-?\d*(\.\d+)?$/),
    breakdown: fields({ item_total: MONEY, tax_total: MONEY, discount: MONEY }),
  },
  ['currency_code', 'value'],
);
const ITEM = fields(
  {
    name: text(1, 127),
    unit_amount: MONEY,
    tax: MONEY,
    quantity: text(1, 10, /^[1-9]\d*$/),
    description: text(0, 127),
    sku: text(0, 127),
    category: oneOf('DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION'),
  },
  ['name', 'unit_amount', 'quantity'],
);
const UNIT = fields(
  {
    reference_id: text(1, 256),
    amount: AMOUNT,
    description: text(1, 127),
    custom_id: text(1, 127),
    invoice_id: text(1, 127),
    soft_descriptor: text(1, 22),
    items: listOf(ITEM),
  },
  ['amount'],
);
const CONTEXT = fields({
  brand_name: text(1, 127),
  locale: text(2, 10),
  landing_page: text(1, 20, /^[A-Z_]+$/),
  shipping_preference: oneOf('GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS'),
  user_action: oneOf('CONTINUE', 'PAY_NOW'),
  payment_method: anything,
  payment_method_preference: oneOf('UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED'),
  return_url: ADDRESS,
  cancel_url: ADDRESS,
});
const ORDER = fields(
  {
    intent: oneOf('CAPTURE'),
    payer: fields({ email_address: text(3, 254), name: anything }),
    purchase_units: listOf(UNIT),
    application_context: CONTEXT,
    payment_source: fields({
      paypal: fields({ email_address: text(3, 254), name: anything, experience_context: CONTEXT }),
    }),
  },
  ['intent', 'purchase_units'],
);
const REFUND = fields({
  amount: MONEY,
  note_to_payer: text(1, 255),
  invoice_id: text(1, 127),
  custom_id: text(1, 127),
});

export const ORDERS: readonly Route[] = [
  route('POST', '/v2/checkout/orders', async ({ work, body, whole }) => {
    const order = await createOrder(work, readBody(body, ORDER) as OrderInput);
    return made(order, whole, ['id', 'status', 'payment_source', 'links']);
  }),
  route('GET', '/v2/checkout/orders/:id', async ({ work, ids: [id = ''] }) =>
    ok(await work.get('order', id)),
  ),
  route('POST', '/v2/checkout/orders/:id/capture', async ({ work, ids: [id = ''], body }) => {
    readBody(body, fields({}));
    return created(await captureOrder(work, await work.get('order', id)));
  }),
  route('GET', '/v2/payments/captures/:id', async ({ work, ids: [id = ''] }) =>
    ok(await captureView(work, id)),
  ),
  route('POST', '/v2/payments/captures/:id/refund', async ({ work, ids: [id = ''], body, whole }) =>
    made(await refund(work, id, readBody(body, REFUND) as RefundInput), whole, ['id', 'status', 'links']),
  ),
  route('GET', '/v2/payments/refunds/:id', async ({ work, ids: [id = ''] }) =>
    ok(await work.get('refund', id)),
  ),
];
