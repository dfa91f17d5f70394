import { RETURN } from '#shared/billing/texts-area.ts';
import { CHANGE } from '#shared/billing/texts-change.ts';
import { parseHash } from '../../lib/hash.ts';
import { stringifySearch } from '../../lib/search.ts';
import { PAYPAL_KEYS, readPaypalReturn, type PaypalReturn } from './paypal-return.ts';
import type { Snapshot } from './trip.ts';

/** What a payment's return adds to an address (docs/product/buying.md#payment-return). */
const KEYS = [
  'purchase',
  'product_type',
  'product_price',
  'product_name',
  'credits',
  'payment_provider',
  'session_id',
] as const;

const PURCHASES: ReadonlySet<string> = new Set(['topup', 'plan', 'bundle']);

interface Address {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
  /** Without '#'. */
  readonly hash: string;
}

/**
 * The values of a payment's return in the hash or the query; null for any other address. The thank-you screen reads its
 * own, also while it still loads over another screen.
 */
export function readPaymentReturn({
  pathname,
  search,
  hash,
}: Address): Readonly<Record<string, string>> | null {
  if (pathname === '/thank-you') return null;
  const all = { ...search, ...parseHash(hash).values };
  if (!PURCHASES.has(String(all['purchase'])) && all['session_id'] === undefined) return null;
  const values = KEYS.flatMap((key) => (typeof all[key] === 'string' ? [[key, all[key]] as const] : []));
  return Object.fromEntries(values);
}

/** What PayPal led back from, approved or not; null for any other address, and for the thank-you screen. */
export function readPaypal({ pathname, search, hash }: Address): PaypalReturn | null {
  return pathname === '/thank-you' ? null : readPaypalReturn({ ...search, ...parseHash(hash).values });
}

/** The same address without them; the profile stays on its billing tab. */
export function withoutReturn({ pathname, search, hash }: Address): string {
  const { tab, values } = parseHash(hash);
  const rest = Object.entries(search).filter(([key]) => !isReturnKey(key));
  const kept = Object.entries(values).filter(([key]) => !isReturnKey(key));
  const place = tab === '' && pathname === '/profile' ? 'billing' : tab;
  const parts = [
    ...(place === '' ? [] : [place]),
    ...kept.map(([key, value]) => `${key}=${encodeURIComponent(value)}`),
  ];
  const end = parts.join('&');
  return `${pathname}${stringifySearch(Object.fromEntries(rest))}${end === '' ? '' : `#${end}`}`;
}

function isReturnKey(key: string): boolean {
  return [...KEYS, ...PAYPAL_KEYS].some((one) => one === key);
}

/** Whether status, price or credits differ, or the plan that follows: what a purchase or a change changes. */
export function hasArrived(before: Snapshot, after: Snapshot): boolean {
  const isPlanned = before.pending !== undefined && after.pending !== undefined;
  return (
    before.status !== after.status ||
    before.price !== after.price ||
    before.credits !== after.credits ||
    (isPlanned && before.pending !== after.pending)
  );
}

/** What came, as a message. */
export function arrivalText(before: Snapshot, after: Snapshot): string {
  const came = after.credits - before.credits;
  if (before.status !== after.status) {
    if (after.status === 'trial') return RETURN.trial;
    if (after.status === 'subscriber')
      return before.status === 'pending_cancellation' ? RETURN.resumed : RETURN.member;
    if (after.status === 'pending_cancellation') return RETURN.ending;
  }
  if (after.pending !== undefined && before.price === after.price && before.pending !== after.pending)
    return after.pending === null ? CHANGE.kept : RETURN.planned(after.pending);
  if (came > 0 && before.price === after.price) return RETURN.credits(came);
  return before.price === after.price ? RETURN.upToDate : RETURN.plan;
}

/** What changed on the provider's page for the payment method; null for nothing yet. */
export function portalText(before: Snapshot, after: Snapshot): string | null {
  if (before.payment === 'failed' && after.payment !== 'failed') return RETURN.paid;
  const isNew = before.card !== null && after.card !== null && before.card !== after.card;
  if (!isNew) return null;
  return after.payment === 'failed' ? RETURN.cardRetry : RETURN.card;
}
