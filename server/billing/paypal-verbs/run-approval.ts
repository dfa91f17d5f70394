import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { changeCheckout, type Checkout } from '../buying/queries-buying.ts';
import type { Run, Unstarted } from '../buying/run-checkout.ts';
import { settle } from '../buying/settle.ts';
import { askPaypal, type PayPalAt } from '../paypal/ask-paypal.ts';
import { PayPalRefused } from '../paypal/client.ts';
import { find } from '../paypal/fetch-customer.ts';
import type { Order, Subscription } from '../paypal/objects.ts';
import { openCheckout } from './queries-verbs.ts';

export interface Page {
  readonly url: string;
}

type Made = Pick<Subscription | Order, 'id' | 'status' | 'links'>;

/** Has PayPal make what a purchase is, or finds it again; the answer is the page on which the person approves it. */
export const runApproval =
  (ctx: SignedInCtx, at: PayPalAt): Run<Page, Unstarted | 'not_found'> =>
  async (checkout) => {
    const { id, kind, provider_id } = checkout;
    const asked = await askPaypal(ctx, () => makeOrFind(at, checkout)).catch(async (error: unknown) => {
      await changeCheckout(ctx.db, id, { state: 'failed' });
      // Taken from sale since it was offered.
      if (error instanceof PayPalRefused && error.issues.includes('PLAN_STATUS_INVALID'))
        return fail('not_found');
      throw error;
    });
    if (!asked.ok) return asked;
    const made = asked.value;
    const url = made?.links?.find(({ rel }) => rel === 'approve' || rel === 'payer-action')?.href;
    if (made !== null && url !== undefined && WAITING.has(made.status)) {
      const kept = await transaction({ db: ctx.db, now: ctx.now }, async (tx) =>
        ok(
          await openCheckout(tx, id, {
            mode: at.mode,
            person_id: ctx.actor.id,
            object_id: made.id,
            kind: kind === 'plan' ? 'subscription' : 'order',
            url,
            now: ctx.now,
          }),
        ),
      );
      // Another one was begun in between, and goes on: the two would end each other for ever.
      return kept.value ? ok({ url }) : fail('in_progress');
    }
    if (made === null || OVER.has(made.status)) {
      await changeCheckout(ctx.db, id, {
        state: 'expired',
        ...(provider_id === null && made !== null ? { provider_id: made.id } : {}),
      });
      return null;
    }
    // Approved meanwhile: the read completes it, together with what was bought.
    await settle(ctx, at, 'paypal');
    if (kind === 'plan') return fail('already_subscribed');
    await changeCheckout(ctx.db, id, { state: 'expired' });
    return null;
  };

/** Its payer has not said anything yet. */
const WAITING: ReadonlySet<string> = new Set(['APPROVAL_PENDING', 'CREATED', 'PAYER_ACTION_REQUIRED']);
const OVER: ReadonlySet<string> = new Set(['CANCELLED', 'EXPIRED', 'VOIDED']);

/** null: PayPal has forgotten it, as it does with what nobody approves. */
function makeOrFind(
  { paypal }: PayPalAt,
  { id, kind, provider_id, request }: Checkout,
): Promise<Made | null> {
  const path = kind === 'plan' ? '/v1/billing/subscriptions' : '/v2/checkout/orders';
  if (provider_id !== null) return find<Made>(paypal, `${path}/${provider_id}`);
  return paypal.call<Made>({
    method: 'POST',
    path,
    body: request as object,
    requestId: `checkout:${id}`,
  });
}

type NotApproved = Unstarted | 'not_found';
export type Approved = Result<Page, NotApproved>;

/** A change over a running membership: that it runs is no refusal, but that it has changed meanwhile. */
export function overMembership<R extends string>(
  page: Approved,
  reason: R,
): Result<Page, R | Exclude<NotApproved, 'already_subscribed'>> {
  if (!page.ok && page.reason === 'already_subscribed') return fail(reason);
  return page as Result<Page, Exclude<NotApproved, 'already_subscribed'>>;
}
