import { attempt, readWork, type CommandContext } from '../commands.ts';
import { applyCode, couponsOf, renewalOf } from './promotion-code.ts';
import { expireCheckout, payCheckout, skipPayment, type Session } from '../engine/checkout.ts';
import { DECLINES } from '../engine/declines.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import type { PageRequest, PageResponse } from '../../lib/http.ts';
import { authenticationUrl } from './authentication-url.ts';
import { checkCardForm, errorsOf, initialValues, readCardForm, withoutCard } from './card-form.ts';
import { checkoutPage, closedPage, type CheckoutView } from './checkout-view.ts';
import { readValues } from '../../lib/pages/fields.ts';
import { notFound, redirect } from '../../lib/pages/layout.ts';
import { safeLink } from '../../lib/pages/links.ts';
import { once } from '../../lib/pages/once.ts';

const DAY = 86_400;
export const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** Where a completed session leads: its success_url, or its own page where that is no address. */
export const onwardUrl = (work: Pick<Work, 'origin'>, session: Session): string =>
  safeLink(session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id)) ??
  `${work.origin}/checkout/${session.id}`;

/** The session of an address; one whose time is over has expired. */
export async function currentSession(work: Work, id: string): Promise<Session | null> {
  const session = await work.find('checkout.session', id);
  if (session === null) return null;
  const at = await work.timeOf(idOf(session.customer));
  if (session.status === 'open' && session.expires_at <= at) await expireCheckout(work, session);
  return session;
}

/** The same for a page that only reads: time itself writes down that the session has expired. */
export async function shownSession(work: Work, id: string): Promise<Session | null> {
  const session = await work.find('checkout.session', id);
  if (session?.status !== 'open' || session.expires_at > (await work.timeOf(idOf(session.customer))))
    return session;
  return { ...session, status: 'expired', url: null };
}

async function viewOf(work: Work, session: Session): Promise<CheckoutView> {
  const hidden = work.hidden(session);
  const at = await work.timeOf(idOf(session.customer));
  const customer =
    session.customer === null ? null : await work.find('customer', idOf(session.customer) ?? '');
  const { trialDays = null, trialEnd = null } = hidden.subscriptionData ?? {};
  const named = idOf(session.discounts?.[0]?.promotion_code);
  const code = named === null ? null : ((await work.find('promotion_code', named))?.code ?? null);
  const coupons = await couponsOf(work, session);
  const free = session.mode !== 'setup' && session.amount_total === 0;
  return {
    summary: {
      session,
      items: hidden.items ?? [],
      coupons: coupons.map((coupon) => ({ coupon, name: code ?? coupon.name ?? 'Discount' })),
      trialEnd: trialEnd ?? (trialDays === null ? null : at + trialDays * DAY),
      renewal: (await renewalOf(work, session))?.total ?? null,
    },
    customer,
    wanted: {
      card: !(free && session.payment_method_collection === 'if_required'),
      email: session.customer === null && session.customer_email === null,
      address: session.billing_address_collection === 'required',
    },
    year: new Date(at * 1000).getUTCFullYear(),
    code,
  };
}

type Loaded = { readonly view: CheckoutView; readonly session: Session; readonly onward: string };

const load = (context: CommandContext, id: string): Promise<Loaded | null> =>
  readWork(context, async (work) => {
    const session = await shownSession(work, id);
    if (session === null) return null;
    return { session, view: await viewOf(work, session), onward: onwardUrl(work, session) };
  });

/** GET /checkout/:id */
export async function showCheckout(
  context: CommandContext,
  id: string,
  { url }: PageRequest,
): Promise<PageResponse> {
  const loaded = await load(context, id);
  if (loaded === null) return notFound();
  const { session, view, onward } = loaded;
  if (session.status !== 'open') return closedPage(session, onward);
  const chosen = url.searchParams.get('card');
  return checkoutPage(view, {
    values: initialValues(view.customer, chosen, view.year),
    errors: errorOf(url.searchParams.get('error')),
    chosen,
  });
}

/** What the bank said on its own page: a name out of a known list, never words of the address. */
function errorOf(name: string | null): { number?: string } {
  if (name === null) return {};
  const decline = Object.values(DECLINES).find(({ declineCode }) => declineCode === name);
  return { number: decline?.message ?? NOT_AUTHENTICATED };
}

/** POST /checkout/:id */
export async function submitCheckout(
  context: CommandContext,
  id: string,
  { url, body }: PageRequest,
): Promise<PageResponse> {
  const before = await load(context, id);
  if (before === null) return notFound();
  if (before.session.status === 'complete') return redirect(before.onward);
  if (before.session.status !== 'open') return closedPage(before.session, null);
  const values = readCardForm(body);
  const form = checkCardForm(values, before.view.wanted);
  const again = { values: withoutCard(values), chosen: null };
  if (!form.ok) return checkoutPage(before.view, { ...again, errors: form.errors }, 422);
  const { card, details } = form;
  const done = await attempt(context, async (work) => {
    const session = await currentSession(work, id);
    if (session?.status !== 'open')
      return session === null || session.status === 'expired' ? null : onwardUrl(work, session);
    return once(work, url.pathname, body, async () => {
      const result =
        card === null
          ? await skipPayment(work, session, details)
          : await payCheckout(work, session, { card, details });
      return result.is === 'done' ? onwardUrl(work, session) : authenticationUrl(work, result.intent);
    });
  });
  if (done.ok && done.value !== null) return redirect(done.value);
  const after = await load(context, id);
  if (after === null) return notFound();
  if (done.ok || after.session.status !== 'open') return closedPage(after.session, after.onward);
  return checkoutPage(after.view, { ...again, errors: errorsOf(done.error) }, 422);
}

/** POST /checkout/:id/code: applies a promotion code, or takes it back. */
export async function submitCode(
  context: CommandContext,
  id: string,
  { body }: PageRequest,
): Promise<PageResponse> {
  const isTyped = new URLSearchParams(body).has('promotion_code');
  const typed = readValues(body, { promotion_code: 100 })['promotion_code'] ?? '';
  const done = await attempt(context, async (work) => {
    const session = await currentSession(work, id);
    if (session?.status === 'open' && (typed !== '' || !isTyped))
      await applyCode(work, session, isTyped ? typed : null);
  });
  const loaded = await load(context, id);
  if (loaded === null) return notFound();
  const { session, view, onward } = loaded;
  if (session.status !== 'open') return closedPage(session, onward);
  if (done.ok && (typed !== '' || !isTyped)) return redirect(`/checkout/${id}`);
  const error = done.ok ? 'Enter a promotion code.' : done.error.body.message;
  return checkoutPage(
    view,
    {
      values: initialValues(view.customer, null, view.year),
      errors: { promotion_code: error },
      chosen: null,
      typedCode: typed,
    },
    422,
  );
}
