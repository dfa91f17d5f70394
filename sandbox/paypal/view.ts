import { money as amountText } from '../lib/pages/format.ts';
import type { CustomerView, EventView } from '../lib/views.ts';
import { DELIVERY, readSetting, type DeliverySettings } from '../lib/webhooks/delivery-settings.ts';
import { readWork, type PayPalContext } from './commands.ts';
import { findPayer } from './engine/payers.ts';
import { nextDueOf } from './engine/time.ts';
import { cycleText } from './pages/summary.ts';
import type { Event, Transaction } from './store/kinds.ts';
import { cents, seconds } from './store/values.ts';
import type { Work } from './store/work.ts';

const MOST = 50;
const MOST_PAYMENTS = 6;

/** The newest people, or the one of an id. */
export const listPeople = (at: PayPalContext, person: string | null): Promise<CustomerView[]> =>
  readWork(at, async (work) => {
    const { rows } = await work.client.query<{ person: string }>(
      `select customer as person from ${work.schema}.objects
       where kind in ('subscription', 'order') and ($1::text is null or customer = $1)
       group by customer order by max(seq) desc limit ${MOST}`,
      [person],
    );
    const views: CustomerView[] = [];
    for (const row of rows) views.push(await viewOf(work, row.person));
    return views;
  });

async function viewOf(work: Work, person: string): Promise<CustomerView> {
  const own = { sql: 'customer = $', values: [person] };
  const subscriptions = await work.select('subscription', [own], 'order by seq desc');
  const orders = await work.select('order', [own], 'order by seq desc limit 1');
  const payments = await work.select('transaction', [own], `order by seq desc limit ${MOST_PAYMENTS}`);
  const captures = await work.select('capture', [own], `order by seq desc limit ${MOST_PAYMENTS}`);
  const hidden = [
    ...subscriptions.map(({ id }) => work.hidden('subscription', id)),
    ...orders.map(({ id }) => work.hidden('order', id)),
  ];
  const payer = hidden.map((one) => findPayer(one.payer ?? '')).find((one) => one !== undefined);
  const now = await work.timeOf(person);
  const lines: CustomerView['subscriptions'][number][] = [];
  for (const { id, plan_id, status, billing_info, start_time } of subscriptions) {
    const { name } = await work.get('plan', plan_id);
    const { terms, paid } = work.hidden('subscription', id);
    const next = billing_info?.next_billing_time;
    lines.push({
      id,
      status: status.toLowerCase(),
      price: `${name}, ${cycleText(terms)}`,
      periodEnd: next === undefined ? null : seconds(next),
      trialEnd: paid === 0 && terms.setupFee === 0 && status === 'ACTIVE' ? seconds(start_time) : null,
      ends: false,
    });
  }
  return {
    id: person,
    email: hidden.find(({ email }) => email !== undefined)?.email ?? payer?.account.email_address ?? null,
    name: null,
    card: payer === undefined ? null : `PayPal account ${payer.account.email_address}`,
    balance: amountText(0, 'USD'),
    clock: { now, status: 'ready', next: await nextDueOf(work, person) },
    subscriptions: lines,
    invoices: [
      ...payments.map((one) => paymentView(one, one.amount_with_breakdown.gross_amount, one.time)),
      ...captures.map((one) => paymentView(one, one.amount, one.create_time)),
    ].toSorted((a, b) => b.created - a.created),
  };
}

const paymentView = (
  { id, status }: Pick<Transaction, 'id' | 'status'>,
  amount: { readonly value: string; readonly currency_code: string },
  at: string,
): CustomerView['invoices'][number] => ({
  id,
  status: status.toLowerCase(),
  total: amountText(cents(amount) ?? 0, amount.currency_code),
  created: seconds(at),
  url: null,
});

/** The newest events, of all or of one person, and whether new ones are held back. */
export const listEvents = (
  at: PayPalContext,
  person: string | null,
): Promise<{ events: EventView[]; holds: boolean }> =>
  readWork(at, async (work) => {
    const { rows } = await work.client.query<
      Pick<EventView, 'deliveries'> & { person: string | null; data: Event; email: string | null }
    >(
      `select e.data, e.hidden ->> 'customer' as person,
         (select coalesce(s.hidden ->> 'email', s.data #>> '{subscriber,email_address}', s.data #>> '{payer,email_address}')
           from ${work.schema}.objects s where s.kind in ('subscription', 'order') and s.customer = e.hidden ->> 'customer'
           order by s.seq desc limit 1) as email,
         (select coalesce(jsonb_agg(jsonb_build_object('state', d.state, 'tries', d.attempts, 'status', d.last_status)
           order by d.seq), '[]') from ${work.schema}.deliveries d where d.event = e.id) as deliveries
       from ${work.schema}.objects e
       where e.kind = 'event' and ($1::text is null or e.hidden ->> 'customer' = $1)
       order by e.seq desc limit ${MOST}`,
      [person],
    );
    const { hold } = (await readSetting<DeliverySettings>(work, 'delivery')) ?? DELIVERY;
    const events = rows.map(({ data, person: customer, email, deliveries }) => ({
      id: data.id,
      type: data.event_type,
      created: seconds(data.create_time),
      customer,
      email,
      deliveries,
    }));
    return { events, holds: hold };
  });
