import { attempt, readWork, type CommandContext } from '../commands.ts';
import { DECLINES } from '../engine/declines.ts';
import { detach } from '../engine/payment-methods.ts';
import { payInvoice, portalSession, replaceCard, setDefaultCard } from '../engine/portal.ts';
import { defaultMethod, subscriptionOf } from '../engine/settle.ts';
import { hasEnded } from '../engine/subscription-state.ts';
import { invalid } from '../http/errors.ts';
import type { PageRequest, PageResponse } from '../../lib/http.ts';
import { idOf } from '../store/reference.ts';
import { equals, type Work } from '../store/work.ts';
import { authenticationUrl } from './authentication-url.ts';
import { checkCardForm, errorsOf, initialValues, readCardForm, withoutCard } from './card-form.ts';
import { NOT_AUTHENTICATED } from './checkout.ts';
import { notFound, notice, redirect } from '../../lib/pages/layout.ts';
import { once } from '../../lib/pages/once.ts';
import { CARD_ONLY, portalCardPage, portalPage, type PortalView } from './portal-view.ts';

export const PORTAL_SECRET = /^[A-Za-z0-9]{40}$/;
const DAY = 86_400;

interface Portal extends PortalView {
  /** Opened for one thing: a new card. */
  readonly toCard: boolean;
}

/** The portal of an address; refuses one that is a day old. */
async function load(work: Work, secret: string): Promise<Portal | 'missing' | 'expired'> {
  const session = PORTAL_SECRET.test(secret) ? await portalSession(work, secret) : null;
  const customer = session === null ? null : await work.find('customer', idOf(session.customer) ?? '');
  if (session === null || customer === null) return 'missing';
  if (session.created + DAY <= work.now) return 'expired';
  const configuration = await work.find('billing_portal.configuration', idOf(session.configuration));
  const subscriptions = await work.select('subscription', [equals('customer', customer.id)]);
  const own = subscriptions.find((one) => !hasEnded(one))?.default_payment_method;
  const newest = 'order by seq desc limit 100';
  return {
    path: `/portal/${secret}`,
    returnUrl: session.return_url ?? configuration?.default_return_url ?? null,
    headline: configuration?.business_profile.headline ?? null,
    customer,
    methods: await work.select('payment_method', [equals('customer', customer.id)], newest),
    usual: idOf(own) ?? idOf(customer.invoice_settings.default_payment_method),
    invoices: await work.select(
      'invoice',
      [equals('customer', customer.id), { sql: "data ->> 'status' <> 'draft'", values: [] }],
      newest,
    ),
    shows: {
      cards: configuration?.features.payment_method_update.enabled ?? true,
      invoices: configuration?.features.invoice_history.enabled ?? true,
    },
    at: await work.timeOf(customer.id),
    toCard: session.flow?.type === 'payment_method_update',
  };
}

const gone = (found: 'missing' | 'expired'): PageResponse =>
  found === 'missing'
    ? notFound()
    : notice('This link has expired', 'Go back and open billing again.', { status: 410 });

const DONE: Readonly<Record<string, string>> = {
  card: 'Your card was saved. It pays everything that comes.',
  default: 'The default card was changed.',
  removed: 'The card was removed.',
  paid: 'The invoice is paid.',
};

/** What the bank said, by the name that stands in the address. */
function bankError(name: string | null): string | undefined {
  if (name === null) return undefined;
  return (
    Object.values(DECLINES).find(({ declineCode }) => declineCode === name)?.message ?? NOT_AUTHENTICATED
  );
}

/** GET /portal/:secret, and its parts `home` and `card`. */
export async function showPortal(
  context: CommandContext,
  secret: string,
  part: string | undefined,
  { url }: PageRequest,
): Promise<PageResponse> {
  const view = await readWork(context, (work) => load(work, secret));
  if (typeof view === 'string') return gone(view);
  const error = bankError(url.searchParams.get('error'));
  if (part === undefined && view.toCard) return redirect(`${view.path}/card`);
  if (part !== 'card') return portalPage(view, { done: DONE[url.searchParams.get('done') ?? ''], error });
  if (!view.shows.cards) return notFound();
  const chosen = url.searchParams.get('card');
  return portalCardPage(view, {
    values: initialValues(view.customer, chosen, new Date(view.at * 1000).getUTCFullYear()),
    errors: error === undefined ? {} : { number: error },
    chosen,
  });
}

type Act = (work: Work, view: Portal, form: URLSearchParams) => Promise<string>;

/** The customer's object of an id in a form. */
async function own<K extends 'payment_method' | 'invoice'>(
  work: Work,
  view: Portal,
  kind: K,
  id: string | null,
) {
  const found = /^\w{1,60}$/.test(id ?? '') ? await work.find(kind, id ?? '') : null;
  if (found === null || idOf(found.customer) !== view.customer.id)
    throw invalid(kind === 'invoice' ? 'There is no such invoice.' : 'This card was removed already.');
  return found;
}

const ACTS: Readonly<Record<string, Act>> = {
  default: async (work, view, form) => {
    const method = await own(work, view, 'payment_method', form.get('method'));
    await setDefaultCard(work, view.customer, method.id);
    return `${view.path}/home?done=default`;
  },
  remove: async (work, view, form) => {
    const method = await own(work, view, 'payment_method', form.get('method'));
    const subscriptions = await work.select('subscription', [equals('customer', view.customer.id)]);
    if (method.id === view.usual && subscriptions.some((one) => !hasEnded(one)))
      throw invalid(
        'This card pays your subscription. Add another card or make another one the default first.',
      );
    await detach(work, method);
    return `${view.path}/home?done=removed`;
  },
  pay: async (work, view, form) => {
    const invoice = await own(work, view, 'invoice', form.get('invoice'));
    if (invoice.status === 'paid') return `${view.path}/home?done=paid`;
    if (invoice.status !== 'open') throw invalid('This invoice can no longer be paid.');
    if ((await defaultMethod(work, invoice, await subscriptionOf(work, invoice))) === null)
      throw invalid('Add a payment method first, then pay the invoice.');
    const result = await payInvoice(work, invoice);
    if (result.is === 'done') return `${view.path}/home?done=paid`;
    return authenticationUrl(work, result.intent, view.path.split('/')[2]);
  },
};

/** POST /portal/:secret/:act */
export async function submitPortal(
  context: CommandContext,
  secret: string,
  name: string,
  { url, body }: PageRequest,
): Promise<PageResponse> {
  if (name === 'card') return submitCard(context, secret, { url, body });
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (act === undefined) return notFound();
  const done = await attempt(context, async (work) => {
    const view = await load(work, secret);
    if (typeof view === 'string') return { gone: view };
    return {
      location: await once(work, url.pathname, body, () => act(work, view, new URLSearchParams(body))),
    };
  });
  if (done.ok && done.value.gone !== undefined) return gone(done.value.gone);
  if (done.ok) return redirect(done.value.location ?? '');
  const view = await readWork(context, (work) => load(work, secret));
  return typeof view === 'string' ? gone(view) : portalPage(view, { error: done.error.body.message }, 422);
}

async function submitCard(
  context: CommandContext,
  secret: string,
  { url, body }: Omit<PageRequest, 'method'>,
): Promise<PageResponse> {
  const view = await readWork(context, (work) => load(work, secret));
  if (typeof view === 'string') return gone(view);
  if (!view.shows.cards) return notFound();
  const values = readCardForm(body);
  const form = checkCardForm(values, CARD_ONLY);
  const again = { values: withoutCard(values), chosen: null };
  if (!form.ok) return portalCardPage(view, { ...again, errors: form.errors }, 422);
  const { card, details } = form;
  const done = await attempt(context, async (work) => {
    if (card === null) throw invalid('A card is needed.');
    return once(work, url.pathname, body, async () => {
      const customer = await work.get('customer', view.customer.id);
      const result = await replaceCard(work, customer, card, details);
      return result.is === 'done'
        ? `${view.path}/home?done=card`
        : authenticationUrl(work, result.intent, secret);
    });
  });
  return done.ok
    ? redirect(done.value)
    : portalCardPage(view, { ...again, errors: errorsOf(done.error) }, 422);
}
