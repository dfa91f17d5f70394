import type Stripe from 'stripe';
import { date, money } from '../../lib/pages/format.ts';
import { interval } from './format.ts';
import { html, type Markup } from '../../lib/pages/html.ts';

const row = (label: string | Markup, value: string, kind = ''): Markup =>
  html`<div class="row ${kind}">
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;

/** Tax by rate: `VAT (23%)`. */
function taxRows(items: readonly Stripe.LineItem[], currency: string): Markup[] {
  const sums = new Map<string, { label: string; amount: number }>();
  for (const { amount, rate } of items.flatMap(({ taxes }) => taxes ?? [])) {
    const known = sums.get(rate.id);
    if (known === undefined)
      sums.set(rate.id, { label: `${rate.display_name} (${rate.percentage}%)`, amount });
    else known.amount += amount;
  }
  return [...sums.values()].map(({ label, amount }) => row(label, money(amount, currency)));
}

/** `10% off`, `$5.00 off`, and for how long. */
function couponTerms(coupon: Stripe.Coupon, currency: string, recurs: boolean): string {
  const off =
    coupon.percent_off === null ? money(coupon.amount_off ?? 0, currency) : `${coupon.percent_off}%`;
  const months = coupon.duration_in_months ?? 0;
  const lasts =
    recurs && coupon.duration === 'repeating' ? ` for ${months} ${months === 1 ? 'month' : 'months'}` : '';
  return `${off} off${lasts}`;
}

export interface Summary {
  readonly session: Stripe.Checkout.Session;
  readonly items: readonly Stripe.LineItem[];
  readonly coupons: readonly { readonly name: string; readonly coupon: Stripe.Coupon }[];
  /** When the trial ends, in seconds; null: there is none. */
  readonly trialEnd: number | null;
  /** What one pays from the second time on; null: it is paid once. */
  readonly renewal: number | null;
}

/** `$121.77 per month` of a session with something that recurs. */
export function renewalText({ session, items, renewal }: Summary): string | null {
  const recurring = items.find(({ price }) => price?.recurring != null)?.price?.recurring;
  return renewal === null ? null : `${money(renewal, session.currency ?? 'usd')}${interval(recurring)}`;
}

/** What is bought: items, discount, tax and total. */
export function summaryList(summary: Summary): Markup {
  const { session, items, coupons, trialEnd } = summary;
  const currency = session.currency ?? 'usd';
  const due = session.amount_total ?? 0;
  const then = renewalText(summary);
  return html`<ul class="items">
      ${items.map((item) => {
        const each = money(item.price?.unit_amount ?? 0, currency);
        const count = item.quantity ?? 1;
        return html`<li>
          <div>
            <strong>${item.description}</strong>
            <span class="quiet">Quantity ${count} × ${each}${interval(item.price?.recurring)}</span>
          </div>
          <span class="amount">${money(item.amount_subtotal, currency)}</span>
        </li>`;
      })}
    </ul>
    <dl class="sums">
      ${row('Subtotal', money(session.amount_subtotal ?? 0, currency))}
      ${coupons.map(({ name, coupon }) => row(`${name} (${couponTerms(coupon, currency, then !== null)})`, coupons.length > 1 ? '' : money(-(session.total_details?.amount_discount ?? 0), currency)))}
      ${taxRows(items, currency)} ${row('Total due now', money(due, currency), 'total')}
      ${trialEnd === null ? null : row('Trial ends', date(trialEnd))}
      ${then === null ? null : row(trialEnd === null ? 'Then' : 'After the trial', then)}
    </dl>`;
}
