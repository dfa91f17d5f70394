import type Stripe from 'stripe';
import type { PageResponse } from '../../lib/http.ts';
import { cardFields, type Wanted } from './card-form.ts';
import type { Errors, Values } from '../../lib/pages/fields.ts';
import { date, money } from '../../lib/pages/format.ts';
import { cardExpiry, cardName } from './format.ts';
import { html, type Markup } from '../../lib/pages/html.ts';
import { page } from '../../lib/pages/layout.ts';
import { safeLink } from '../../lib/pages/links.ts';
import { onceField } from '../../lib/pages/once.ts';
import { testCards } from './test-cards.ts';

export const CARD_ONLY: Wanted = { card: true, email: false, address: false };

export interface PortalView {
  readonly path: string;
  readonly returnUrl: string | null;
  readonly headline: string | null;
  readonly customer: Stripe.Customer;
  readonly methods: readonly Stripe.PaymentMethod[];
  /** The card that pays what comes. */
  readonly usual: string | null;
  readonly invoices: readonly Stripe.Invoice[];
  readonly shows: { readonly cards: boolean; readonly invoices: boolean };
  readonly at: number;
}

const backLink = ({ returnUrl }: PortalView): Markup | null => {
  const href = safeLink(returnUrl);
  return href === null ? null : html`<p><a class="back" href="${href}">Return to where you came from</a></p>`;
};

const hasExpired = ({ card }: Stripe.PaymentMethod, at: number): boolean => {
  const today = new Date(at * 1000);
  const now = today.getUTCFullYear() * 12 + today.getUTCMonth();
  return card !== undefined && card.exp_year * 12 + card.exp_month - 1 < now;
};

function methodRow(method: Stripe.PaymentMethod, { path, usual, at }: PortalView): Markup {
  const name = cardName(method.card);
  const act = (what: string, label: string): Markup =>
    html`<form method="post" action="${path}/${what}" data-once>
      ${onceField()}
      <input type="hidden" name="method" value="${method.id}" />
      <button type="submit" aria-label="${label}: ${name}">${label}</button>
    </form>`;
  return html`<li>
    <div>
      <strong>${name}</strong>
      ${method.id === usual ? html`<span class="badge ready">Default</span>` : null}
      ${hasExpired(method, at) ? html`<span class="badge danger">Expired</span>` : null}
      <span class="quiet">Expires ${cardExpiry(method.card)}</span>
    </div>
    <div class="acts">${method.id === usual ? null : act('default', 'Make default')} ${act('remove', 'Remove')}</div>
  </li>`;
}

/** An invoice's state in words and the color of its badge. */
export function invoiceState(invoice: Stripe.Invoice): { readonly label: string; readonly kind: string } {
  if (invoice.status === 'paid') return { label: 'Paid', kind: 'ready' };
  if (invoice.status === 'open')
    return invoice.attempted
      ? { label: 'Payment failed', kind: 'danger' }
      : { label: 'Open', kind: 'waiting' };
  if (invoice.status === 'void') return { label: 'Void', kind: '' };
  return invoice.status === 'uncollectible'
    ? { label: 'Uncollectible', kind: '' }
    : { label: 'Draft', kind: '' };
}

function invoiceRow(invoice: Stripe.Invoice, { path }: PortalView): Markup {
  const { label, kind } = invoiceState(invoice);
  const total = money(invoice.total, invoice.currency);
  const number = invoice.number ?? 'Draft';
  return html`<li>
    <div>
      <strong>${invoice.number === null ? number : html`<a href="/invoices/${invoice.id}">${number}</a>`}</strong>
      <span class="badge ${kind}">${label}</span>
      <span class="quiet">${date(invoice.created)} · ${invoice.lines.data[0]?.description ?? ''}</span>
    </div>
    <div class="acts">
      <span class="amount">${total}</span>
      ${
        invoice.status === 'open' && invoice.amount_remaining > 0
          ? html`<form method="post" action="${path}/pay" data-once>
              ${onceField()}
              <input type="hidden" name="invoice" value="${invoice.id}" />
              <button type="submit" aria-label="Pay ${money(invoice.amount_remaining, invoice.currency)}: ${number}">
                Pay ${money(invoice.amount_remaining, invoice.currency)}
              </button>
            </form>`
          : null
      }
    </div>
  </li>`;
}

/** Cards and invoices of a customer. */
export function portalPage(
  view: PortalView,
  { done, error }: { done?: string | undefined; error?: string | undefined } = {},
  status = 200,
): PageResponse {
  const { path, customer, methods, invoices, headline, shows } = view;
  return page({
    title: 'Billing',
    status,
    body: html`<main class="stacked">
      ${backLink(view)}
      <h1>Billing</h1>
      <p class="quiet">${headline} ${customer.email ?? customer.name}</p>
      ${done === undefined ? null : html`<p class="said ready" role="status">${done}</p>`}
      ${error === undefined ? null : html`<p class="said danger" role="alert">${error}</p>`}
      ${
        shows.cards
          ? html`<section class="sheet" aria-labelledby="cards">
              <h2 id="cards">Payment methods</h2>
              ${
                methods.length === 0
                  ? html`<p>There is no card yet. Add one to pay what comes.</p>`
                  : html`<ul class="list">
                      ${methods.map((one) => methodRow(one, view))}
                    </ul>`
              }
              <p><a class="button" href="${path}/card">Add payment method</a></p>
            </section>`
          : null
      }
      ${
        shows.invoices
          ? html`<section class="sheet" aria-labelledby="invoices">
              <h2 id="invoices">Invoice history</h2>
              ${
                invoices.length === 0
                  ? html`<p>There are no invoices yet.</p>`
                  : html`<ul class="list">
                      ${invoices.map((one) => invoiceRow(one, view))}
                    </ul>`
              }
            </section>`
          : null
      }
    </main>`,
  });
}

/** The form of a new card. */
export function portalCardPage(
  view: PortalView,
  form: { readonly values: Values; readonly errors: Errors; readonly chosen: string | null },
  status = 200,
): PageResponse {
  const path = `${view.path}/card`;
  return page({
    title: 'Add payment method',
    status,
    body: html`<main class="narrow">
      ${backLink(view)}
      <section class="sheet">
        <h1>Add payment method</h1>
        <p class="quiet">The card becomes the default for all payments that come.</p>
        ${testCards(path, form.chosen, new Date(view.at * 1000).getUTCFullYear())}
        <form method="post" action="${path}" novalidate data-once>
          ${onceField()} ${cardFields(form.values, CARD_ONLY, form.errors)}
          <button class="main" type="submit">Save card</button>
        </form>
        <p><a href="${view.path}/home">Cancel</a></p>
      </section>
    </main>`,
  });
}
