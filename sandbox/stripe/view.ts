import type Stripe from 'stripe';
import type { CustomerView, EventView } from '../lib/views.ts';
import { findCustomer, readWork, type CommandContext } from './commands.ts';
import { money } from '../lib/pages/format.ts';
import { cardExpiry, cardName, interval } from './pages/format.ts';
import type { Kinds } from './store/kinds.ts';
import { idOf } from './store/reference.ts';
import { setting } from './store/settings.ts';
import { equals, type Work } from './store/work.ts';

const MOST = 50;
const MOST_INVOICES = 6;

/** The newest customers, or the one of an id or e-mail address; none where nobody has it. */
export const listCustomers = (at: CommandContext, name?: string): Promise<CustomerView[]> =>
  readWork(at, async (work) => {
    const customers = await customersOf(work, name);
    const views: CustomerView[] = [];
    for (const customer of customers) views.push(await viewOf(work, customer));
    return views;
  });

async function customersOf(work: Work, name: string | undefined): Promise<Kinds['customer'][]> {
  if (name === undefined) return work.select('customer', [], `order by seq desc limit ${MOST}`);
  const customer = await findCustomer(work, name);
  return customer === null ? [] : [customer];
}

async function viewOf(work: Work, customer: Kinds['customer']): Promise<CustomerView> {
  const own = equals('customer', customer.id);
  const subscriptions = await work.select('subscription', [own], 'order by seq desc');
  const invoices = await work.select('invoice', [own], `order by seq desc limit ${MOST_INVOICES}`);
  return {
    id: customer.id,
    email: customer.email,
    name: customer.name ?? null,
    card: await cardOf(work, customer, subscriptions),
    balance: money(customer.balance, customer.currency ?? 'usd'),
    clock: await clockOf(work, idOf(customer.test_clock)),
    subscriptions: subscriptions.map((one) => ({
      id: one.id,
      status: one.status,
      price: one.items.data.map(({ price }) => priceName(price)).join(', '),
      periodEnd: one.items.data[0]?.current_period_end ?? null,
      trialEnd: one.trial_end,
      ends: one.cancel_at_period_end || one.cancel_at !== null,
    })),
    invoices: invoices.map(({ id, number, status, total, currency, created, hosted_invoice_url: url }) => ({
      id: number ?? id,
      status: status ?? 'draft',
      total: money(total, currency),
      created,
      url: url ?? null,
    })),
  };
}

const priceName = (price: Stripe.Price): string =>
  `${price.nickname ?? price.lookup_key ?? price.id}, ${money(price.unit_amount ?? 0, price.currency)}${interval(price.recurring)}`;

async function cardOf(
  work: Work,
  customer: Kinds['customer'],
  subscriptions: readonly Kinds['subscription'][],
): Promise<string | null> {
  const id =
    subscriptions.map((one) => idOf(one.default_payment_method)).find((one) => one !== null) ??
    idOf(customer.invoice_settings.default_payment_method);
  const method = id === null ? null : await work.find('payment_method', id);
  return method === null ? null : `${cardName(method.card)}, expires ${cardExpiry(method.card)}`;
}

async function clockOf(work: Work, id: string | null): Promise<CustomerView['clock']> {
  const clock = id === null ? null : await work.find('test_helpers.test_clock', id);
  if (clock === null) return null;
  const { rows } = await work.client.query<{ due: string | null }>(
    'select min(due) as due from sandbox_stripe.objects where clock = $1 and not deleted',
    [clock.id],
  );
  const due = rows[0]?.due ?? null;
  return { now: clock.frozen_time, status: clock.status, next: due === null ? null : Number(due) };
}

/** The newest events, of all or of the customer with an id, and whether new ones are held back. */
export const listEvents = (
  at: CommandContext,
  customer: string | null,
): Promise<{ events: EventView[]; holds: boolean }> =>
  readWork(at, async (work) => {
    const { rows } = await work.client.query<EventView>(
      `select e.id, e.data ->> 'type' as type, (e.data ->> 'created')::int as created, c.id as customer,
         c.data ->> 'email' as email,
         (select coalesce(jsonb_agg(jsonb_build_object('state', d.state, 'tries', d.attempts, 'status', d.last_status)
           order by d.seq), '[]') from sandbox_stripe.deliveries d where d.event = e.id) as deliveries
       from sandbox_stripe.objects e
       left join sandbox_stripe.objects c on c.id = e.hidden ->> 'customer'
       where e.kind = 'event' and ($1::text is null or e.hidden ->> 'customer' = $1)
       order by e.seq desc limit ${MOST}`,
      [customer],
    );
    return { events: rows, holds: (await setting(work, 'delivery')).hold };
  });
