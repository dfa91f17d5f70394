import { invalid, refused, type PayPalError } from '../http/errors.ts';
import { newId } from '../store/ids.ts';
import type { Link } from '../store/basics.ts';
import type { Approval, Plan, Subscription, Terms } from '../store/kinds.ts';
import { link, money, seconds, time } from '../store/values.ts';
import type { Work } from '../store/work.ts';
import { termsOf, type PlanOverride } from './terms.ts';

/** How long an approval link lasts. */
export const APPROVAL_SECONDS = 3 * 3600;

export interface ApplicationContext {
  readonly brand_name?: string;
  readonly return_url: string;
  readonly cancel_url: string;
}

export interface SubscriptionInput {
  readonly plan_id: string;
  readonly start_time?: string;
  readonly custom_id?: string;
  readonly subscriber?: Subscription['subscriber'];
  readonly application_context?: ApplicationContext;
  readonly plan?: PlanOverride;
}

/** The person of an object: the part of custom_id before its colon, else the object is one's own. */
export const personOf = (custom_id: string | undefined, id: string): string => custom_id?.split(':')[0] ?? id;

export const approvalOf = (
  token: string,
  now: number,
  context: ApplicationContext | undefined,
): Approval => ({
  token,
  expires: now + APPROVAL_SECONDS,
  returnUrl: context?.return_url ?? '',
  cancelUrl: context?.cancel_url ?? '',
  brand: context?.brand_name ?? 'the seller',
});

export const approvePage = (work: Work, token: string): string => `${work.api}/approve/${token}`;

/** Links of a subscription by its state, as PayPal gives them. */
export function linksOf(work: Work, { id, status }: Subscription, token: string): Subscription['links'] {
  const self = `${work.api}/v1/billing/subscriptions/${id}`;
  const own = [link(self, 'edit', 'PATCH'), link(self, 'self')];
  const act = (name: string): Link => link(`${self}/${name}`, name, 'POST');
  if (status === 'APPROVAL_PENDING') return [link(approvePage(work, token), 'approve'), ...own];
  if (status === 'ACTIVE') return [act('cancel'), ...own, act('suspend'), act('capture')];
  return status === 'SUSPENDED'
    ? [act('cancel'), ...own, act('activate'), act('capture')]
    : [link(self, 'self')];
}

/** A plan that may be subscribed to. */
export async function activePlan(work: Work, id: string): Promise<Plan> {
  const plan = await work.get('plan', id);
  if (plan.status !== 'ACTIVE')
    throw refused(
      'PLAN_STATUS_INVALID',
      'Invalid plan status for subscription creation; plan status should be active.',
    );
  return plan;
}

/** A subscription that awaits its payer's approval. */
export async function createSubscription(work: Work, input: SubscriptionInput): Promise<Subscription> {
  const plan = await activePlan(work, input.plan_id);
  const terms: Terms = termsOf(plan, input.plan);
  const id = newId.subscription();
  const person = personOf(input.custom_id, id);
  const now = work.now + (await work.clockOf(person)).offset;
  const start = input.start_time === undefined ? now : seconds(input.start_time);
  if (start < now) throw pastStart();
  const approval = approvalOf(newId.approval(), now, input.application_context);
  const subscription: Subscription = {
    id,
    status: 'APPROVAL_PENDING',
    status_update_time: time(now),
    plan_id: plan.id,
    plan_overridden: input.plan !== undefined,
    start_time: time(start),
    quantity: '1',
    shipping_amount: money(0, terms.currency),
    ...(input.subscriber === undefined ? {} : { subscriber: input.subscriber }),
    ...(input.custom_id === undefined ? {} : { custom_id: input.custom_id }),
    create_time: time(now),
    update_time: time(now),
    links: [],
  };
  subscription.links = linksOf(work, subscription, approval.token);
  work.add('subscription', id, subscription, {
    person,
    approval,
    terms,
    email: input.subscriber?.email_address,
    anchor: start,
    cycles: 0,
    paid: 0,
    fails: false,
  });
  tell(work, 'CREATED', 'Subscription created', subscription, person);
  return subscription;
}

const pastStart = (): PayPalError =>
  invalid([
    {
      field: '/start_time',
      issue: 'INVALID_PARAMETER_VALUE',
      description: 'Start time must be a valid future date and time.',
      location: 'body',
    },
  ]);

/** Tells the subscription's webhooks that it changed. */
export function tell(
  work: Work,
  what: string,
  summary: string,
  subscription: Subscription,
  person: string | undefined,
): void {
  const type = `BILLING.SUBSCRIPTION.${what}`;
  work.emit(type, { type: 'subscription', version: '2.0' }, summary, subscription, person ?? subscription.id);
}
