import { addDiscount, redeemable } from '../engine/discounts.ts';
import { hasEnded, periodOf } from '../engine/subscription-state.ts';
import { invalid } from '../http/errors.ts';
import type { Kinds } from '../store/kinds.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';

/** Without what was not given. */
export const withoutUndefined = (values: object | undefined): object =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined));

/** An ended subscription only takes new metadata and words about its end. */
export function requireLive(subscription: Kinds['subscription'], input: object): void {
  if (!hasEnded(subscription)) return;
  const free = new Set(['metadata', 'cancellation_details', 'expand']);
  const other = Object.entries(input).find(([key, value]) => value !== undefined && !free.has(key));
  if (other === undefined) return;
  throw invalid(
    'A canceled subscription can only update its cancellation_details and metadata.',
    other[0],
    'invalid_canceled_subscription_fields',
  );
}

export function setEnd(
  subscription: Kinds['subscription'],
  at: number,
  input: {
    cancel_at_period_end?: boolean | undefined;
    cancel_at?: number | null | undefined;
    cancellation_details?: object | undefined;
  },
): void {
  if (input.cancel_at_period_end && input.cancel_at != null)
    throw invalid(
      'You may only specify one of these parameters: cancel_at_period_end, cancel_at.',
      'cancel_at',
      'parameters_exclusive',
    );
  if (input.cancel_at_period_end !== undefined) {
    subscription.cancel_at_period_end = input.cancel_at_period_end;
    subscription.cancel_at = input.cancel_at_period_end ? periodOf(subscription).end : null;
  }
  if (input.cancel_at !== undefined) {
    if (input.cancel_at !== null && input.cancel_at <= at)
      throw invalid('`cancel_at` must be a timestamp in the future.', 'cancel_at');
    subscription.cancel_at = input.cancel_at;
    if (input.cancel_at !== null) subscription.cancel_at_period_end = false;
  }
  if (input.cancel_at_period_end !== undefined || input.cancel_at !== undefined) {
    const ends = subscription.cancel_at !== null;
    subscription.canceled_at = ends ? (subscription.canceled_at ?? at) : null;
    Object.assign(subscription.cancellation_details ?? {}, {
      reason: ends ? 'cancellation_requested' : null,
    });
  }
  Object.assign(subscription.cancellation_details ?? {}, withoutUndefined(input.cancellation_details));
}

export async function setDiscounts(
  work: Work,
  subscription: Kinds['subscription'],
  inputs: readonly {
    coupon: string | undefined;
    promotion_code: string | undefined;
    discount: string | undefined;
  }[],
  at: number,
): Promise<void> {
  const customer = idOf(subscription.customer);
  const ids: string[] = [];
  for (const [nr, input] of inputs.entries()) {
    const param = `discounts[${nr}]`;
    if (input.discount !== undefined) {
      ids.push((await work.get('discount', input.discount, `${param}[discount]`)).id);
      continue;
    }
    const found = await redeemable(work, input, customer, at, param);
    const holder = { customer, subscription: subscription.id, clock: idOf(subscription.test_clock) };
    ids.push(addDiscount(work, found, holder, at).id);
  }
  subscription.discounts = ids;
}
