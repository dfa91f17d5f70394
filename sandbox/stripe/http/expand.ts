import type { Work } from '../store/work.ts';
import { equals } from '../store/work.ts';
import type { Kinds } from '../store/kinds.ts';
import { intentOf, paymentsOf } from '../engine/invoices.ts';
import { invalid } from './errors.ts';
import { wholeList } from './route.ts';

const DEPTH = 4;
type Json = Record<string, unknown>;

/** A copy of an answer with the ids at the paths replaced by their objects. */
export async function expand(work: Work, answer: object, paths: readonly string[]): Promise<object> {
  const copy = structuredClone(answer) as Json;
  for (const path of paths) {
    const keys = path.split('.');
    if (keys.length > DEPTH)
      throw invalid(`You cannot expand more than ${DEPTH} levels of a property. (${path})`, 'expand');
    await walk(work, copy, keys, path);
  }
  return copy;
}

async function walk(work: Work, at: unknown, keys: readonly string[], path: string): Promise<void> {
  const [key, ...rest] = keys;
  if (key === undefined || typeof at !== 'object' || at === null) return;
  if (Array.isArray(at)) {
    for (const one of at) await walk(work, one, keys, path);
    return;
  }
  const holder = at as Json;
  const included = INCLUDED[`${String(holder['object'])}.${key}`];
  if (included !== undefined) holder[key] = await included(work, holder);
  if (!Object.hasOwn(holder, key)) throw cannotExpand(path);
  const value = holder[key];
  if (typeof value === 'string') holder[key] = await load(work, value, path);
  else if (Array.isArray(value)) {
    holder[key] = await Promise.all(
      value.map((one) => (typeof one === 'string' ? load(work, one, path) : one)),
    );
  } else if (rest.length === 0 && value !== null && typeof value !== 'object') throw cannotExpand(path);
  await walk(work, holder[key], rest, path);
}

const cannotExpand = (path: string): Error =>
  invalid(
    `This property cannot be expanded (${path}). You may want to try expanding 'data.${path}' instead.`,
    'expand',
  );

async function load(work: Work, id: string, path: string): Promise<unknown> {
  const found = await work.any(id);
  if (found === null) throw cannotExpand(path);
  if (!found.deleted) return structuredClone(found.data);
  return { id, object: found.kind, deleted: true };
}

/** What an object has only when it is asked for. */
const INCLUDED: Readonly<Record<string, (work: Work, holder: Json) => Promise<unknown>>> = {
  'invoice.payments': async (work, { id }) =>
    wholeList(
      structuredClone(await paymentsOf(work, String(id))),
      `/v1/invoice_payments?invoice=${String(id)}`,
    ),
  'invoice.confirmation_secret': async (work, invoice) => {
    const intent = await intentOf(work, invoice as unknown as Kinds['invoice']);
    if (intent === null) return null;
    return { client_secret: intent.client_secret, type: 'payment_intent' };
  },
  'customer.subscriptions': async (work, { id }) =>
    wholeList(
      structuredClone(
        (await work.select('subscription', [equals('customer', String(id))])).filter(
          ({ status }) => status !== 'canceled' && status !== 'incomplete_expired',
        ),
      ),
      `/v1/customers/${String(id)}/subscriptions`,
    ),
  'customer.tax_ids': async (work, { id }) =>
    wholeList(
      structuredClone(await work.select('tax_id', [equals('customer', String(id))])),
      `/v1/customers/${String(id)}/tax_ids`,
    ),
  'charge.refunds': async (work, { id }) =>
    wholeList(
      structuredClone(await work.select('refund', [equals('charge', String(id))])),
      `/v1/charges/${String(id)}/refunds`,
    ),
  'checkout.session.line_items': async (work, { id }) => {
    const session = await work.get('checkout.session', String(id));
    return wholeList(
      structuredClone(work.hidden(session).items ?? []),
      `/v1/checkout/sessions/${String(id)}/line_items`,
    );
  },
  'coupon.applies_to': async (work, { id, deleted }) => {
    if (deleted === true) return null;
    const { products } = work.hidden(await work.get('coupon', String(id)));
    return products === undefined ? null : { products };
  },
};
