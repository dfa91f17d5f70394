import type Stripe from 'stripe';
import type { PageResponse } from '../../lib/http.ts';
import { cardFields, type Wanted } from './card-form.ts';
import type { Errors, Values } from '../../lib/pages/fields.ts';
import { money } from '../../lib/pages/format.ts';
import { html, Markup } from '../../lib/pages/html.ts';
import { notice, page } from '../../lib/pages/layout.ts';
import { safeLink } from '../../lib/pages/links.ts';
import { onceField } from '../../lib/pages/once.ts';
import { renewalText, summaryList, type Summary } from './summary.ts';
import { testCards } from './test-cards.ts';

export interface CheckoutView {
  readonly summary: Summary;
  readonly customer: Stripe.Customer | null;
  readonly wanted: Wanted;
  readonly year: number;
  /** The promotion code that lowers the price. */
  readonly code: string | null;
}

export interface CheckoutForm {
  readonly values: Values;
  readonly errors: Errors;
  /** The behavior of the test card that was clicked. */
  readonly chosen: string | null;
  readonly typedCode?: string;
}

/** The page's heading and the words of its button. */
function words({ summary, wanted }: CheckoutView): { title: string; button: string } {
  const { session, trialEnd } = summary;
  const amount = money(session.amount_total ?? 0, session.currency ?? 'usd');
  if (session.mode === 'setup') return { title: 'Save a card', button: 'Save card' };
  if (session.mode === 'payment')
    return wanted.card
      ? { title: `Pay ${amount}`, button: `Pay ${amount}` }
      : { title: 'Complete your order', button: 'Complete order' };
  if (trialEnd !== null)
    return {
      title: 'Start your trial',
      button: session.amount_total === 0 ? 'Start trial' : `Pay ${amount} and start trial`,
    };
  return { title: `Subscribe for ${renewalText(summary) ?? amount}`, button: `Pay ${amount} and subscribe` };
}

/** The payment page of an open session. */
export function checkoutPage(view: CheckoutView, form: CheckoutForm, status = 200): PageResponse {
  const { summary, customer, wanted, year } = view;
  const { session } = summary;
  const path = `/checkout/${session.id}`;
  const cancel = safeLink(session.cancel_url);
  const { title, button } = words(view);
  const email = customer?.email ?? session.customer_email;
  return page({
    title,
    status,
    leadsTo: [safeLink(session.success_url)],
    body: html`<main class="${session.mode === 'setup' ? 'narrow' : 'columns'}">
      <section class="summary" aria-labelledby="title">
        ${cancel === null ? null : html`<p><a class="back" href="${cancel}">Cancel and go back</a></p>`}
        <h1 id="title">${title}</h1>
        ${
          session.mode === 'setup'
            ? html`<p class="quiet">Nothing is paid now. The card is kept for later payments.</p>`
            : html`${summaryList(summary)} ${codeForm(view, form, path)}`
        }
      </section>
      <section class="sheet" aria-label="Payment details">
        ${wanted.card ? testCards(path, form.chosen, year) : null}
        <form method="post" action="${path}" novalidate data-once>
          ${onceField()}
          ${email === null || email === undefined ? null : html`<p class="quiet">Paying as ${email}</p>`}
          ${cardFields(form.values, wanted, form.errors)}
          <button class="main" type="submit">${button}</button>
        </form>
      </section>
    </main>`,
  });
}

function codeForm(
  { summary: { session }, code }: CheckoutView,
  form: CheckoutForm,
  path: string,
): Markup | null {
  if (session.allow_promotion_codes !== true) return null;
  const error = form.errors['promotion_code'];
  if (code !== null)
    return html`<form class="code" method="post" action="${path}/code" novalidate>
      <p>Promotion code <strong>${code}</strong> applied.</p>
      <button type="submit">Remove code</button>
    </form>`;
  return html`<form class="code" method="post" action="${path}/code" novalidate>
    <div class="field">
      <label for="promotion_code">Promotion code</label>
      <input id="promotion_code" name="promotion_code" maxlength="100" autocomplete="off" value="${form.typedCode ?? ''}"${
        error === undefined
          ? null
          : new Markup(' aria-invalid="true" aria-describedby="promotion_code-error" autofocus')
      } />
      ${error === undefined ? null : html`<p class="error" id="promotion_code-error">${error}</p>`}
    </div>
    <button type="submit">Apply code</button>
  </form>`;
}

const link = (href: string | null, label: string): Markup | null =>
  href === null ? null : html`<p><a class="button" href="${href}">${label}</a></p>`;

/** What a session says that is paid or too old. */
export function closedPage(session: Stripe.Checkout.Session, onward: string | null): PageResponse {
  const back = safeLink(session.cancel_url);
  return session.status === 'complete'
    ? notice('Done already', 'This checkout is complete. It cannot be paid again.', {
        link: link(onward, 'Continue'),
      })
    : notice('This checkout has expired', 'Nothing was paid. Go back and start again.', {
        status: 410,
        link: link(back, 'Go back'),
      });
}
