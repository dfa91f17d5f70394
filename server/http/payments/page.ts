import { DEV_STYLE, devDocument } from '../../mail/outbox/page.ts';
import { html, type Markup } from '../../mail/templates/html.ts';
import type { SandboxCustomer, SandboxEvent, Traveled } from './console.ts';

const STYLE_PATH = '/dev/payments/style.css';

export const STYLE = `${DEV_STYLE}
article, li.event { padding: 16px; margin: 0 0 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
article h2 { margin-top: 0; }
ul { margin: 0; padding-left: 20px; }
form { display: inline-block; margin: 12px 8px 12px 0; }
button { min-height: 44px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--ground); color: var(--ink); font: inherit; cursor: pointer; }
button:hover { border-color: var(--signal); }
p.said { padding: 12px 16px; border: 2px solid var(--signal); border-radius: 10px; background: var(--surface); }
`;

/** What the last button came to. */
export type Said =
  | { readonly is: 'moved'; readonly moved: Omit<Traveled, 'customer' | 'email' | 'from'> }
  | { readonly is: 'sent' | 'held' | 'released' }
  | { readonly is: 'refused'; readonly why: string };

const time = (seconds: number): string =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')
    .replace('Z', ' UTC');

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;

const SENT = { sent: 'Sent again.', held: 'Held back.', released: 'Let go.' } as const;

function saidText(said: Said): string {
  if (said.is === 'refused') return said.why;
  if (said.is !== 'moved') return SENT[said.is];
  const { to, delivered, failed, held } = said.moved;
  return [
    `It is ${time(to)} now.`,
    `${count(delivered, 'webhook')} taken in.`,
    ...(failed > 0 ? [`${count(failed, 'webhook')} refused by the studio, every try.`] : []),
    ...(held > 0 ? [`${count(held, 'webhook')} held back.`] : []),
  ].join(' ');
}

const notice = (said: Said | null): Markup | false =>
  said !== null && html`<p class="said" role="status">${saidText(said)}</p>\n`;

/** A button that does something at once. `of` tells a screen reader whom it concerns. */
const button = (path: string, text: string, of: string): Markup =>
  html`<form method="post" action="/dev/payments/${path}"><button type="submit" aria-label="${text}, ${of}">${text}</button></form>`;

/** The sandbox's customers with their state and their clock. */
export function customersPage(
  customers: readonly SandboxCustomer[],
  { sandbox, hasOutbox, said }: { sandbox: string; hasOutbox: boolean; said: Said | null },
): string {
  return devDocument(
    'Payments',
    html`<nav aria-label="Development"><a href="/dev/payments/events">Events</a> ${hasOutbox && html`<a href="/dev/outbox">Outbox</a>`}</nav>
<h1>Payments</h1>
<p class="note">What the payment sandbox at ${sandbox} knows. No money moves. Newest customers first.</p>
${notice(said)}${customers.length === 0 ? html`<p>Nobody has begun to pay yet.</p>` : customers.map(article)}`,
    STYLE_PATH,
  );
}

function article(customer: SandboxCustomer): Markup {
  const name = customer.email ?? customer.name ?? customer.id;
  return html`<article id="${customer.id}">
<h2>${name}</h2>
<dl>
<dt>Customer</dt><dd>${customer.id}</dd>
<dt>Card</dt><dd>${customer.card ?? 'None'}</dd>
<dt>Balance</dt><dd>${customer.balance}</dd>
<dt>Subscriptions</dt><dd>${subscriptionsOf(customer)}</dd>
<dt>Invoices</dt><dd>${invoicesOf(customer)}</dd>
<dt>Time</dt><dd>${clockText(customer)}</dd>
</dl>
${customer.clock !== null && clockButtons(customer.id, name)}
<nav aria-label="${name}"><a href="/dev/payments/events?customer=${customer.id}">Events of ${name}</a></nav>
</article>\n`;
}

function clockText({ clock }: SandboxCustomer): string {
  if (clock === null) return "The sandbox's own; it cannot be moved for this customer alone.";
  const next = clock.next === null ? 'Nothing is planned.' : `Next event at ${time(clock.next)}.`;
  return `${time(clock.now)}${clock.status === 'ready' ? '' : `, ${clock.status}`}. ${next}`;
}

const clockButtons = (id: string, name: string): Markup =>
  html`${button(`customers/${id}/clock/1d`, 'A day', name)}${button(`customers/${id}/clock/next`, 'To the next event', name)}${button(`customers/${id}/clock/1mo`, 'A month', name)}`;

function subscriptionsOf({ subscriptions }: SandboxCustomer): Markup | string {
  if (subscriptions.length === 0) return 'None';
  return html`<ul>${subscriptions.map(({ status, price, periodEnd, trialEnd, ends }) => {
    const end = status === 'trialing' ? trialEnd : periodEnd;
    const until = end === null ? '' : `, ${ends ? 'ends' : 'until'} ${time(end)}`;
    return html`<li>${status.replaceAll('_', ' ')}: ${price}${until}</li>`;
  })}</ul>`;
}

function invoicesOf({ invoices }: SandboxCustomer): Markup | string {
  if (invoices.length === 0) return 'None';
  return html`<ul>${invoices.map(({ id, status, total, created, url }) => {
    const name = url?.startsWith('http') ? html`<a href="${url}">${id}</a>` : id;
    return html`<li>${name}, ${time(created)}: ${total}, ${status}</li>`;
  })}</ul>`;
}

/** The newest events with what became of them. */
export function eventsPage(
  { events, holds }: { readonly events: readonly SandboxEvent[]; readonly holds: boolean },
  { customer, said }: { customer: string | undefined; said: Said | null },
): string {
  const all = holds
    ? button('events/all/release', 'Let all events go', 'all customers')
    : button('events/all/hold', 'Hold new events back', 'all customers');
  return devDocument(
    'Events of the payment sandbox',
    html`<nav aria-label="Development"><a href="/dev/payments">Payments</a> ${customer !== undefined && html`<a href="/dev/payments/events">Events of all customers</a>`}</nav>
<h1>Events</h1>
<p class="note">What the payment sandbox tells the studio by webhooks${customer === undefined ? '' : `, of ${customer}`}. Newest first. ${holds ? 'New events are held back until they are let go.' : ''}</p>
${notice(said)}${all}
${events.length === 0 ? html`<p>Nothing has happened yet.</p>` : html`<ol>${events.map(eventItem)}</ol>`}`,
    STYLE_PATH,
  );
}

function eventItem({ id, type, created, customer, email, deliveries }: SandboxEvent): Markup {
  const is = (state: string): boolean => deliveries.some((one) => one.state === state);
  const whom = email ?? customer;
  return html`<li class="event" id="${id}"><strong>${type}</strong>
<p class="note">${time(created)}${whom === null ? '' : `, ${whom}`}, ${id}</p>
<p>${deliveries.length === 0 ? 'No endpoint wants it.' : deliveries.map(deliveryText).join(' ')}</p>
${deliveries.length > 0 && button(`events/${id}/send`, 'Send again', id)}${is('pending') && button(`events/${id}/hold`, 'Hold back', id)}${is('held') && button(`events/${id}/release`, 'Let go', id)}</li>\n`;
}

const STATES: Readonly<Record<string, string>> = {
  delivered: 'Taken in',
  pending: 'Waits',
  held: 'Held back',
  failed: 'Given up',
};

function deliveryText({ state, tries, status }: SandboxEvent['deliveries'][number]): string {
  const last = status === null ? '' : status === 0 ? ', no answer' : `, answered ${status}`;
  return `${STATES[state] ?? state} after ${tries === 1 ? '1 try' : `${tries} tries`}${last}.`;
}
