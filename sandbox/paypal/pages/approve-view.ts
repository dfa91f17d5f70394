import type { PageResponse } from '../../lib/http.ts';
import { html, Markup } from '../../lib/pages/html.ts';
import { notice, page } from '../../lib/pages/layout.ts';
import { safeLink } from '../../lib/pages/links.ts';
import { onceField } from '../../lib/pages/once.ts';
import { cancelUrlOf, type Asked } from '../engine/approve.ts';
import { TEST_PAYERS } from '../engine/payers.ts';
import type { Summary } from './summary.ts';

export interface ApprovalView {
  readonly asked: Asked;
  readonly summary: Summary;
  readonly state: 'open' | 'done' | 'expired';
  /** Where the browser goes after the payer's word. */
  readonly onward: string | null;
}

export interface ApprovalForm {
  readonly problem: string | null;
  /** The key of the payer who was chosen. */
  readonly chosen: string | null;
}

const brandOf = ({ asked }: ApprovalView): string => asked.approval.brand;

/** The page of an open approval. */
export function approvalPage(view: ApprovalView, { problem, chosen }: ApprovalForm): PageResponse {
  const { asked, summary } = view;
  const { returnUrl, cancelUrl, token } = asked.approval;
  const back = cancelUrlOf(asked);
  return page({
    title: `PayPal: ${summary.title}`,
    status: problem === null ? 200 : 402,
    leadsTo: [safeLink(returnUrl), safeLink(cancelUrl)],
    body: html`<main class="columns">
      <section class="summary" aria-labelledby="title">
        <p class="quiet">PayPal sandbox, for ${brandOf(view)}</p>
        <h1 id="title">${summary.title}</h1>
        <p><strong>${summary.what}</strong></p>
        ${rows(summary)}
      </section>
      <section class="sheet" aria-label="Approval">
        <form method="post" action="/paypal/approve/${token}" novalidate data-once>
          ${onceField()} ${asked.is === 'revision' ? ownPayer(asked) : payers(problem, chosen)}
          <button class="main" type="submit">Agree &amp; Continue</button>
        </form>
        ${back === null ? null : html`<p><a class="button wide" href="${back}">Cancel and return to ${brandOf(view)}</a></p>`}
      </section>
    </main>`,
  });
}

const rows = ({ rows: lines, total }: Summary): Markup => html`<dl class="sums">
  ${lines.map(([label, value]) => html`<div class="row"><dt>${label}</dt><dd>${value}</dd></div>`)}
  <div class="row total"><dt>${total[0]}</dt><dd>${total[1]}</dd></div>
</dl>`;

const ownPayer = (asked: Extract<Asked, { is: 'revision' }>): Markup =>
  html`<p>Logged in as ${asked.subscription.subscriber?.email_address ?? 'the payer'}</p>`;

/** The accounts to choose from, each with what happens. */
function payers(problem: string | null, chosen: string | null): Markup {
  const described = problem === null ? null : new Markup(' aria-describedby="payer-error"');
  return html`<fieldset class="choices"${described}>
    <legend>Test payer</legend>
    ${problem === null ? null : html`<p class="error" id="payer-error" role="alert">${problem}</p>`}
    ${TEST_PAYERS.map(({ key, account, about }, at) => {
      const isChosen = chosen === null ? at === 0 : key === chosen;
      return html`<label class="choice">
        <input type="radio" name="payer" value="${key}"${isChosen ? new Markup(' checked') : null} />
        <span><strong>${account.email_address}</strong> <span class="quiet">${about}</span></span>
      </label>`;
    })}
  </fieldset>`;
}

const way = (href: string | null, label: string): Markup | null =>
  href === null ? null : html`<p><a class="button" href="${href}">${label}</a></p>`;

/** What an approval says that was given before, or whose payment was declined. */
export function closedPage(view: ApprovalView): PageResponse {
  const { asked, summary, onward } = view;
  const back = `Return to ${brandOf(view)}`;
  const isDeclined =
    asked.is === 'subscription' &&
    asked.subscription.status === 'CANCELLED' &&
    asked.subscription.billing_info?.last_payment === undefined;
  return isDeclined
    ? notice(
        'Payment declined',
        `PayPal could not take ${summary.total[1]} from this account. The subscription has not begun, and nothing was paid.`,
        { link: way(cancelUrlOf(asked), back) },
      )
    : notice('Done already', 'You agreed to this before.', { link: way(onward, back) });
}

export const expiredPage = (view: ApprovalView): PageResponse =>
  notice('This link has expired', 'Nothing was paid. Go back and start again.', {
    status: 410,
    link: way(cancelUrlOf(view.asked), `Return to ${brandOf(view)}`),
  });
