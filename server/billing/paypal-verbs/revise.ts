import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { placeOf } from '../buying/place.ts';
import { cancelUrl, revisedUrl } from '../buying/return-urls.ts';
import { settle } from '../buying/settle.ts';
import { liveTerms, type LiveTerms } from '../changing/queries-changing.ts';
import { vatRate } from '../vat.ts';
import { askPaypal, type PayPalAt } from '../paypal/ask-paypal.ts';
import { PayPalRefused } from '../paypal/client.ts';
import { find } from '../paypal/fetch-customer.ts';
import type { Subscription } from '../paypal/objects.ts';
import { setRevision } from '../paypal/queries-paypal.ts';
import * as queries from './queries-verbs.ts';
import { revisionRequest } from './requests.ts';
import type { Page } from './run-approval.ts';

/** PayPal's page of a change is open that long. */
const OPEN_HOURS = 3;

interface Revision {
  readonly live: LiveTerms;
  /** The plan that PayPal has now; another one by now is another change. */
  readonly from: string;
  readonly to: string;
  readonly referer: string | undefined;
}

export type Unrevised = 'preview_over' | 'not_found' | 'in_progress' | 'provider_unavailable';

/**
 * Asks the payer for another plan from the next cycle on, and returns the page on which they agree. Nothing changes
 * before; the row is written before PayPal hears of it (docs/product/paypal.md#changing).
 */
export async function revise(
  ctx: SignedInCtx,
  at: PayPalAt,
  revision: Revision,
): Promise<Result<Page, Unrevised>> {
  const { live, from } = revision;
  const path = `/v1/billing/subscriptions/${live.subscription_id}`;
  const asked = await askPaypal(ctx, () => find<Subscription>(at.paypal, path));
  if (!asked.ok) return asked;
  if (asked.value?.status !== 'ACTIVE' || asked.value.plan_id !== from) {
    await settle(ctx, at, 'paypal');
    return fail('preview_over');
  }
  const begun = await begin(ctx, at, revision);
  if (!begun.ok) return begun;
  const { id, url, request } = begun.value;
  if (url !== null) return ok({ url });
  const made = await askPaypal(ctx, () => ask(at, `${path}/revise`, request)).catch(
    async (error: unknown) => {
      await setRevision(ctx.db, id, 'dropped');
      if (!(error instanceof PayPalRefused)) throw error;
      if (error.issues.includes('PLAN_STATUS_INVALID')) return fail('not_found');
      if (error.issues.includes('SUBSCRIPTION_STATUS_INVALID')) return fail('preview_over');
      throw error;
    },
  );
  if (!made.ok) return made;
  return (await queries.openRevisionAt(ctx.db, id, made.value))
    ? ok({ url: made.value })
    : fail('in_progress');
}

type Begun = Pick<queries.OpenRevision, 'id' | 'url' | 'request'>;

/** Writes a change down, or finds the same one that waits; another one that waits is given up. */
async function begin(
  ctx: SignedInCtx,
  { mode }: PayPalAt,
  { live, from, to, referer }: Revision,
): Promise<Result<Begun, 'preview_over'>> {
  const { db, now, actor, origin } = ctx;
  const place = await placeOf(ctx, {});
  const { basis_points } = place.ok ? await vatRate(ctx, place.value) : { basis_points: 0 };
  const urls = {
    return_url: revisedUrl(origin),
    cancel_url: cancelUrl(origin, referer, '/profile#billing'),
  };
  const request = revisionRequest({ plan_id: to, vat_basis_points: basis_points }, urls);
  return transaction({ db, now }, async (tx): Promise<Result<Begun, 'preview_over'>> => {
    await lockPerson(tx, actor.id);
    const current = await liveTerms(tx, actor.id);
    if (current?.subscription_id !== live.subscription_id || current.price_id !== live.price_id)
      return fail('preview_over');
    const open = await queries.openRevision(tx, actor.id);
    if (open !== undefined) {
      const isSame =
        open.subscription_id === live.subscription_id &&
        open.from_price_id === from &&
        open.to_price_id === to &&
        Temporal.Instant.compare(now, open.started_at.add({ hours: OPEN_HOURS })) < 0;
      if (isSame) return ok(open);
      await setRevision(tx, open.id, 'dropped');
    }
    const row = {
      id: newId(),
      mode,
      person_id: actor.id,
      subscription_id: live.subscription_id,
      from_price_id: from,
      to_price_id: to,
      effective_from: live.period_end,
      request,
      started_at: now,
    };
    await queries.insertRevision(tx, row);
    return ok({ ...row, url: null });
  });
}

/** A repeat is harmless: PayPal has one change of a subscription that waits, the last one. */
async function ask({ paypal }: PayPalAt, path: string, request: unknown): Promise<string> {
  const { links } = await paypal.call<Pick<Subscription, 'links'>>({
    method: 'POST',
    path,
    body: request as object,
  });
  const url = links?.find(({ rel }) => rel === 'approve')?.href;
  if (url === undefined) throw new Error('a revision at PayPal without a page');
  return url;
}
