import { refused } from '../http/errors.ts';
import { newId } from '../store/ids.ts';
import type { Link, Money } from '../store/basics.ts';
import type { Capture, Order, PurchaseUnit } from '../store/orders.ts';
import { cents, link, time } from '../store/values.ts';
import type { Work } from '../store/work.ts';
import { amountsOf } from './amounts.ts';
import { payerOf, type TestPayer } from './payers.ts';
import { approvalOf, approvePage, personOf, type ApplicationContext } from './subscribe.ts';

export const MERCHANT = { email_address: 'seller@business.test', merchant_id: 'SELLERTALK234' } as const;

export interface OrderInput {
  readonly intent: 'CAPTURE';
  readonly purchase_units: readonly {
    readonly reference_id?: string;
    readonly amount: Money & { readonly breakdown?: Readonly<Record<string, Money>> };
    readonly description?: string;
    readonly custom_id?: string;
    readonly invoice_id?: string;
    readonly items?: readonly {
      readonly quantity: string;
      readonly unit_amount: Money;
      readonly tax?: Money;
    }[];
  }[];
  readonly payer?: { readonly email_address?: string };
  readonly application_context?: ApplicationContext;
  readonly payment_source?: {
    readonly paypal?: { readonly email_address?: string; readonly experience_context?: ApplicationContext };
  };
}

/** An order that awaits its payer's approval. */
export async function createOrder(work: Work, input: OrderInput): Promise<Order> {
  const [unit] = input.purchase_units;
  if (unit === undefined || input.purchase_units.length > 1)
    throw refused('UNSUPPORTED_PURCHASE_UNITS', 'The sandbox knows orders of one purchase unit.');
  checkAmounts(unit);
  const id = newId.order();
  const person = personOf(unit.custom_id, id);
  const now = work.now + (await work.clockOf(person)).offset;
  const source = input.payment_source?.paypal;
  const context = source?.experience_context ?? input.application_context;
  const purchase: PurchaseUnit = {
    ...(structuredClone(unit) as object as PurchaseUnit),
    reference_id: unit.reference_id ?? 'default',
    payee: MERCHANT,
  };
  const order: Order = {
    id,
    intent: 'CAPTURE',
    status: source === undefined ? 'CREATED' : 'PAYER_ACTION_REQUIRED',
    ...(source === undefined ? {} : { payment_source: { paypal: {} } }),
    purchase_units: [purchase],
    create_time: time(now),
    update_time: time(now),
    links: [],
  };
  order.links = linksOf(work, order);
  const email = source?.email_address ?? input.payer?.email_address;
  work.add('order', id, order, { person, approval: approvalOf(id, now, context), email });
  return order;
}

function checkAmounts({ amount, items }: OrderInput['purchase_units'][number]): void {
  const total = cents(amount);
  if (total === null)
    throw refused(
      'DECIMAL_PRECISION',
      'If the currency supports decimals, only two decimal place precision is supported.',
    );
  if (total <= 0)
    throw refused(
      'CANNOT_BE_ZERO_OR_NEGATIVE',
      'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
    );
  const of = (name: string): number => {
    const value = amount.breakdown?.[name];
    return value === undefined ? 0 : (cents(value) ?? 0);
  };
  const sum = of('item_total') + of('tax_total') - of('discount');
  if (amount.breakdown !== undefined && sum !== total)
    throw refused(
      'AMOUNT_MISMATCH',
      'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
    );
  if (items === undefined) return;
  if (amount.breakdown?.['item_total'] === undefined)
    throw refused(
      'ITEM_TOTAL_REQUIRED',
      'If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.',
    );
  const each = items.reduce((all, one) => all + Number(one.quantity) * (cents(one.unit_amount) ?? 0), 0);
  if (each !== of('item_total'))
    throw refused(
      'ITEM_TOTAL_MISMATCH',
      'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
    );
}

function linksOf(work: Work, { id, status }: Order): Link[] {
  const self = `${work.api}/v2/checkout/orders/${id}`;
  const capture = link(`${self}/capture`, 'capture', 'POST');
  if (status === 'PAYER_ACTION_REQUIRED')
    return [link(self, 'self'), link(approvePage(work, id), 'payer-action')];
  if (status === 'CREATED')
    return [
      link(self, 'self'),
      link(approvePage(work, id), 'approve'),
      link(self, 'update', 'PATCH'),
      capture,
    ];
  return status === 'APPROVED'
    ? [link(self, 'self'), link(self, 'update', 'PATCH'), capture]
    : [link(self, 'self')];
}

const personOfOrder = (work: Work, { id }: Order): string => work.hidden('order', id).person ?? id;

/** The payer agrees to the order. */
export function approveOrder(work: Work, order: Order, payer: TestPayer, at: number): void {
  const { account } = payer;
  work.hidden('order', order.id).payer = payer.key;
  Object.assign(order, {
    status: 'APPROVED',
    payer: account,
    payment_source: {
      paypal: { email_address: account.email_address, account_id: account.payer_id, name: account.name },
    },
    update_time: time(at),
  } satisfies Partial<Order>);
  order.links = linksOf(work, order);
  const summary = 'An order has been approved by buyer';
  const type = { type: 'checkout-order', version: '2.0' } as const;
  work.emit('CHECKOUT.ORDER.APPROVED', type, summary, order, personOfOrder(work, order));
}

/** How long a payer's bank takes. */
const BANK_SECONDS = 3 * 86_400;

/** Takes the money of an approved order; from a bank it comes later. */
export async function captureOrder(work: Work, order: Order): Promise<Order> {
  if (order.status === 'COMPLETED')
    throw refused(
      'ORDER_ALREADY_CAPTURED',
      "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
    );
  if (order.status !== 'APPROVED')
    throw refused(
      'ORDER_NOT_APPROVED',
      "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
    );
  const hidden = work.hidden('order', order.id);
  const person = personOfOrder(work, order);
  const now = await work.timeOf(person);
  order.update_time = time(now);
  const [unit] = order.purchase_units;
  if (unit === undefined) throw new Error(`order ${order.id} is empty`);
  const { key } = payerOf(hidden.payer);
  if (key === 'declined') throw decline(work, order, now);
  const id = newId.payment();
  const isPending = key === 'bank';
  const capture: Capture = {
    ...captureOf(work, order, unit, id, time(now)),
    ...(isPending ? { status: 'PENDING', status_details: { reason: 'ECHECK' } } : {}),
  };
  const waits = isPending ? { clock: person, due: now + BANK_SECONDS } : {};
  work.add('capture', id, capture, { person, order: order.id, refunded: 0, ...waits });
  unit.payments = { captures: [capture] };
  order.status = 'COMPLETED';
  order.links = linksOf(work, order);
  tellCapture(work, isPending ? 'PENDING' : 'COMPLETED', capture, person);
  return order;
}

/** The payer's bank says no: the payer may choose another way to pay on the same page. */
function decline(work: Work, order: Order, now: number): Error {
  const hidden = work.hidden('order', order.id);
  order.status = 'PAYER_ACTION_REQUIRED';
  order.links = linksOf(work, order);
  hidden.approval.expires = Math.max(hidden.approval.expires, now + 3600);
  return refused(
    'INSTRUMENT_DECLINED',
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
    { links: [link(approvePage(work, order.id), 'redirect')], keeps: true },
  );
}

function captureOf(work: Work, order: Order, unit: PurchaseUnit, id: string, at: string): Capture {
  const { currency_code: currency, value } = unit.amount;
  const gross = cents({ value }) ?? 0;
  const self = `${work.api}/v2/payments/captures/${id}`;
  return {
    id,
    status: 'COMPLETED',
    ...amountsOf(gross, currency),
    ...(unit.invoice_id === undefined ? {} : { invoice_id: unit.invoice_id }),
    ...(unit.custom_id === undefined ? {} : { custom_id: unit.custom_id }),
    create_time: at,
    update_time: at,
    links: [
      link(self, 'self'),
      link(`${self}/refund`, 'refund', 'POST'),
      link(`${work.api}/v2/checkout/orders/${order.id}`, 'up'),
    ],
  };
}

/** Tells a capture's webhooks; they name its order, too. */
export function tellCapture(work: Work, what: string, capture: Capture, person: string): void {
  const { order } = work.hidden('capture', capture.id);
  const resource = { ...capture, supplementary_data: { related_ids: { order_id: order } } };
  const { value, currency_code } = capture.amount;
  const summary = `Payment ${what.toLowerCase()} for $ ${value} ${currency_code}`;
  work.emit(`PAYMENT.CAPTURE.${what}`, { type: 'capture', version: '2.0' }, summary, resource, person);
}
