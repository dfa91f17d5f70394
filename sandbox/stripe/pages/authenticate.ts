import { timingSafeEqual } from 'node:crypto';
import { attempt, readWork, type CommandContext } from '../commands.ts';
import { authenticate } from '../engine/checkout.ts';
import type { Verdict } from '../engine/declines.ts';
import { portalSession, setDefaultCard } from '../engine/portal.ts';
import type { PageRequest, PageResponse } from '../../lib/http.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import { authenticationUrl, carried, findIntent, type Intent } from './authentication-url.ts';
import { currentSession, onwardUrl, shownSession } from './checkout.ts';
import { money } from '../../lib/pages/format.ts';
import { cardName } from './format.ts';
import { html } from '../../lib/pages/html.ts';
import { notFound, notice, page, redirect } from '../../lib/pages/layout.ts';
import { safeLink, withQuery } from '../../lib/pages/links.ts';
import { once, onceField } from '../../lib/pages/once.ts';
import { PORTAL_SECRET } from './portal.ts';

const digest = (text: string): Buffer => Buffer.from(text.padEnd(200).slice(0, 200));

/** The intent of an address whose client secret is right. */
async function openIntent(work: Work, id: string, url: URL): Promise<Intent | null> {
  const intent = await findIntent(work, id);
  const given = url.searchParams.get('client_secret') ?? '';
  if (intent === null || !/^[\w]{1,150}$/.test(given) || intent.client_secret === null) return null;
  return timingSafeEqual(digest(intent.client_secret), digest(given)) ? intent : null;
}

/** The portal session that the customer came from, if the intent is that customer's. */
async function portalOf(work: Work, intent: Intent, url: URL): Promise<string | null> {
  const secret = url.searchParams.get('portal') ?? '';
  if (!PORTAL_SECRET.test(secret) || idOf(intent.customer) === null) return null;
  const session = await portalSession(work, secret);
  return session?.customer === idOf(intent.customer) ? secret : null;
}

/** The checkout session that an intent belongs to. */
async function checkoutOf(
  work: Work,
  intent: Intent,
  find: typeof currentSession = currentSession,
): ReturnType<typeof currentSession> {
  const hidden = intent.object === 'payment_intent' ? work.hidden(intent) : work.hidden(intent);
  return hidden.checkout === undefined ? null : find(work, hidden.checkout);
}

/** The origin of the page that shows this one: where the intent returns to, else what the address names. */
function openerOf(work: Work, intent: Intent, url: URL): string | null {
  const hidden = intent.object === 'payment_intent' ? work.hidden(intent) : work.hidden(intent);
  const named = URL.parse(url.searchParams.get('origin') ?? '');
  return hidden.returnOrigin ?? (named !== null && /^https?:$/.test(named.protocol) ? named.origin : null);
}

const returnUrlOf = (intent: Intent): string | null =>
  safeLink(intent.next_action?.redirect_to_url?.return_url);

/** GET /authenticate/:id */
export async function showAuthentication(
  context: CommandContext,
  id: string,
  { url }: PageRequest,
): Promise<PageResponse> {
  const found = await readWork(context, async (work) => {
    const intent = await openIntent(work, id, url);
    if (intent === null) return null;
    const method = await work.find('payment_method', idOf(intent.payment_method) ?? '');
    const session = await checkoutOf(work, intent, shownSession);
    const opener = openerOf(work, intent, url);
    return { intent, opener, card: method?.card, session, portal: await portalOf(work, intent, url) };
  });
  if (found === null) return notFound();
  const { intent, opener, card, session, portal } = found;
  if (session?.status === 'expired') return expiredPage();
  if (intent.status !== 'requires_action') return resultPage(intent, opener);
  if (session !== null && session.status !== 'open') return expiredPage();
  const what =
    intent.object === 'payment_intent'
      ? `Pay ${money(intent.amount, intent.currency)}`
      : 'Save your card for later payments';
  const query = new URLSearchParams({
    client_secret: intent.client_secret ?? '',
    ...(portal ? { portal } : {}),
    ...carried(url),
  });
  return page({
    title: '3-D Secure',
    framed: true,
    leadsTo: [returnUrlOf(intent), safeLink(session?.success_url)],
    body: html`<main class="narrow">
      <section class="sheet">
        <p class="quiet">Test bank</p>
        <h1>3-D Secure authentication</h1>
        <p>This is where the bank of your card would ask you to confirm.</p>
        <dl class="sums">
          <div class="row"><dt>Request</dt><dd>${what}</dd></div>
          <div class="row"><dt>Card</dt><dd>${cardName(card)}</dd></div>
        </dl>
        <form class="stack" method="post" action="/authenticate/${id}?${query.toString()}" data-once>
          ${onceField()}
          <button class="main" type="submit" name="outcome" value="passed">Complete authentication</button>
          <button type="submit" name="outcome" value="failed">Fail authentication</button>
        </form>
      </section>
    </main>`,
  });
}

/** POST /authenticate/:id */
export async function submitAuthentication(
  context: CommandContext,
  id: string,
  { url, body, framed = false }: PageRequest,
): Promise<PageResponse> {
  const outcome = new URLSearchParams(body).get('outcome');
  if (outcome !== 'passed' && outcome !== 'failed')
    return showAuthentication(context, id, { method: 'GET', url, body: '' });
  const done = await attempt(context, async (work): Promise<string | null> => {
    const intent = await openIntent(work, id, url);
    if (intent === null) return null;
    return once(work, url.pathname, body, async () => {
      const portal = await portalOf(work, intent, url);
      const here = await authenticationUrl(work, id, portal ?? undefined, carried(url));
      if (intent.status !== 'requires_action') return here;
      const session = await checkoutOf(work, intent);
      if (session !== null && session.status !== 'open') return here;
      const back = returnUrlOf(intent);
      const method = idOf(intent.payment_method);
      const verdict = await authenticate(work, intent, outcome);
      const passed = verdict.is === 'accepted';
      if (passed && portal !== null && intent.object === 'setup_intent' && method !== null)
        await setDefaultCard(work, await work.get('customer', idOf(intent.customer) ?? ''), method);
      if (framed || url.searchParams.has('framed')) return here;
      if (back !== null) return withQuery(back, returned(intent, passed));
      if (session !== null)
        return passed ? onwardUrl(work, session) : `/checkout/${session.id}?error=${reason(verdict)}`;
      if (portal === null) return here;
      const saved = intent.object === 'setup_intent';
      if (passed) return `/portal/${portal}/home?done=${saved ? 'card' : 'paid'}`;
      return `/portal/${portal}/${saved ? 'card' : 'home'}?error=${reason(verdict)}`;
    });
  });
  if (!done.ok)
    return notice('Authentication is not possible', done.error.body.message, { status: 409, framed: true });
  return done.value === null ? notFound() : redirect(done.value);
}

const reason = (verdict: Verdict): string =>
  verdict.is === 'declined' ? verdict.decline.declineCode : 'authentication';

const returned = (intent: Intent, passed: boolean): Record<string, string> => ({
  [intent.object]: intent.id,
  [`${intent.object}_client_secret`]: intent.client_secret ?? '',
  redirect_status: passed ? 'succeeded' : 'failed',
});

const expiredPage = (): PageResponse =>
  notice('This checkout has expired', 'Nothing was paid. Go back and start again.', {
    status: 410,
    framed: true,
  });

/** What the authentication came to, also as a message to the page that shows this one. */
function resultPage(intent: Intent, opener: string | null): PageResponse {
  const status = intent.status === 'succeeded' ? 'succeeded' : 'failed';
  const title = status === 'succeeded' ? 'Authentication complete' : 'Authentication failed';
  const text =
    intent.status === 'canceled' ? 'The payment was canceled meanwhile.' : 'You can close this window.';
  return notice(title, text, {
    framed: true,
    link: html`<p hidden data-result="${status}" data-intent="${intent.id}" data-origin="${opener ?? ''}"></p>`,
  });
}
