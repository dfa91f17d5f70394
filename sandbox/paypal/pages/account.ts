import type { PageRequest, PageResponse } from '../../lib/http.ts';
import { date } from '../../lib/pages/format.ts';
import { readValues } from '../../lib/pages/fields.ts';
import { html, type Markup } from '../../lib/pages/html.ts';
import { page, redirect } from '../../lib/pages/layout.ts';
import { readWork, withWork, type PayPalContext } from '../commands.ts';
import { cancel } from '../engine/end.ts';
import { findPayer, TEST_PAYERS, type TestPayer } from '../engine/payers.ts';
import type { Subscription } from '../store/kinds.ts';
import { seconds } from '../store/values.ts';
import type { Work } from '../store/work.ts';
import { cycleText } from './summary.ts';

const MOST = 50;

/** GET /paypal/account */
export async function showAccounts(): Promise<PageResponse> {
  return page({
    title: 'PayPal: test payers',
    body: html`<main class="narrow">
      <section class="sheet">
        <h1>Test payers</h1>
        <p class="quiet">Choose an account to see its subscriptions.</p>
        <ul class="list">
          ${TEST_PAYERS.map(
            ({ key, account, about }) => html`<li>
              <div><a href="/paypal/account/${key}">${account.email_address}</a><span class="quiet">${about}</span></div>
            </li>`,
          )}
        </ul>
      </section>
    </main>`,
  });
}

/** GET /paypal/account/:payer */
export async function showAccount(context: PayPalContext, key: string): Promise<PageResponse | null> {
  const payer = findPayer(key);
  if (payer === undefined) return null;
  return readWork(context, async (work) => {
    const own = { sql: "hidden ->> 'payer' = $", values: [key] };
    const all = await work.select('subscription', [own], `order by seq desc limit ${MOST}`);
    const lines: Markup[] = [];
    for (const one of all) lines.push(await line(work, one, payer));
    return page({
      title: `PayPal: ${payer.account.email_address}`,
      body: html`<main class="stacked">
        <section class="sheet">
          <p><a class="back" href="/paypal/account">All test payers</a></p>
          <h1>Subscriptions of ${payer.account.email_address}</h1>
          ${all.length === 0 ? html`<p>There are none.</p>` : html`<ul class="list">${lines}</ul>`}
        </section>
      </main>`,
    });
  });
}

async function line(work: Work, subscription: Subscription, { key }: TestPayer): Promise<Markup> {
  const { id, status, billing_info } = subscription;
  const hidden = work.hidden('subscription', id);
  const plan = await work.get('plan', subscription.plan_id);
  const next = billing_info?.next_billing_time;
  const runs = status === 'ACTIVE' || status === 'SUSPENDED';
  const button = (
    act: string,
    text: string,
  ): Markup => html`<form method="post" action="/paypal/account/${key}" data-once>
    <input type="hidden" name="subscription" value="${id}" />
    <button type="submit" name="act" value="${act}" aria-label="${text}, ${id}">${text}</button>
  </form>`;
  return html`<li>
    <div>
      <strong>${plan.name}</strong> <span class="badge">${status.toLowerCase()}</span>
      <span class="quiet">${cycleText(hidden.terms)}${next === undefined ? '' : `, next on ${date(seconds(next))}`}</span>
      <span class="quiet">${hidden.email ?? ''} ${id}</span>
    </div>
    ${
      runs &&
      html`<div class="acts">
        ${hidden.fails ? button('let', 'Let payments through') : button('fail', 'Let payments fail')}
        ${button('cancel', 'Cancel')}
      </div>`
    }
  </li>`;
}

/** POST /paypal/account/:payer */
export async function submitAccount(
  context: PayPalContext,
  key: string,
  { url, body }: PageRequest,
): Promise<PageResponse | null> {
  const { subscription: id = '', act = '' } = readValues(body, { subscription: 50, act: 10 });
  return withWork(context, async (work) => {
    const subscription = await work.find('subscription', id);
    if (subscription === null || work.hidden('subscription', id).payer !== key) return null;
    const runs = subscription.status === 'ACTIVE' || subscription.status === 'SUSPENDED';
    if (act === 'cancel' && runs) await cancel(work, subscription, 'Cancelled by the payer');
    if (act === 'fail' || act === 'let') work.hidden('subscription', id).fails = act === 'fail';
    return redirect(url.pathname);
  });
}
