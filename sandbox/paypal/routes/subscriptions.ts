import { activate, cancel, checkStatus, suspend } from '../engine/end.ts';
import { revise, type RevisionInput } from '../engine/revise.ts';
import { createSubscription, tell, type SubscriptionInput } from '../engine/subscribe.ts';
import { planWith } from '../engine/terms.ts';
import { timeFor } from '../engine/status.ts';
import type { Subscription } from '../store/kinds.ts';
import { link, seconds, time } from '../store/values.ts';
import type { Work } from '../store/work.ts';
import {
  ADDRESS,
  anything,
  DATE_TIME,
  fields,
  flag,
  listOf,
  MONEY,
  oneOf,
  readBody,
  text,
  whole,
} from '../http/checks.ts';
import { invalid } from '../http/errors.ts';
import { made, NO_CONTENT, ok, route, type Call, type Done, type Route } from '../http/route.ts';
import { PERCENTAGE, PREFERENCES } from './catalogue.ts';

const OVERRIDE = fields({
  billing_cycles: listOf(
    fields(
      { pricing_scheme: fields({ fixed_price: MONEY }), sequence: whole(1, 99), total_cycles: whole(0, 999) },
      ['sequence'],
    ),
  ),
  payment_preferences: PREFERENCES,
  taxes: fields({ percentage: PERCENTAGE, inclusive: flag }),
});
export const CONTEXT = fields(
  {
    brand_name: text(1, 127),
    locale: text(2, 10),
    shipping_preference: oneOf('GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS'),
    user_action: oneOf('CONTINUE', 'SUBSCRIBE_NOW'),
    payment_method: anything,
    return_url: ADDRESS,
    cancel_url: ADDRESS,
  },
  ['return_url', 'cancel_url'],
);
const CREATE = fields(
  {
    plan_id: text(3, 50),
    start_time: DATE_TIME,
    quantity: oneOf('1'),
    shipping_amount: MONEY,
    subscriber: fields({ email_address: text(3, 254), name: anything }),
    auto_renewal: flag,
    application_context: CONTEXT,
    custom_id: text(1, 127, /^[\x20-\x7E]+$/),
    plan: OVERRIDE,
  },
  ['plan_id'],
);
const REVISE = fields({ plan_id: text(3, 50), application_context: CONTEXT, plan: OVERRIDE });
const REASON = fields({ reason: text(1, 128) }, ['reason']);
const PATCH = listOf(
  fields(
    { op: oneOf('add', 'replace'), path: oneOf('/plan/taxes/percentage', '/custom_id'), value: text(1, 127) },
    ['op', 'path'],
  ),
);

async function get({ work, ids: [id = ''], query }: Call): Promise<Done> {
  const subscription = await work.get('subscription', id);
  const wanted = (query.get('fields') ?? '').split(',');
  return ok(wanted.includes('plan') ? await withPlan(work, subscription) : subscription);
}

async function withPlan(work: Work, subscription: Subscription): Promise<object> {
  const plan = await work.get('plan', subscription.plan_id);
  const { terms } = work.hidden('subscription', subscription.id);
  // PayPal leaves out whose plan it is.
  const { id: _id, links: _links, status: _status, ...rest } = planWith(plan, terms);
  return { ...subscription, plan: rest };
}

async function patch({ work, ids: [id = ''], body }: Call): Promise<Done> {
  const subscription = await work.get('subscription', id);
  const ops = readBody(body, PATCH) as { path: string; value: string }[];
  checkStatus(subscription, 'patch');
  const { terms, person } = work.hidden('subscription', id);
  for (const { path, value } of ops) {
    if (path === '/custom_id') subscription.custom_id = value;
    else Object.assign(terms, { tax: value, inclusive: terms.tax === null ? false : terms.inclusive });
  }
  subscription.plan_overridden = true;
  subscription.update_time = time(await timeFor(work, subscription));
  tell(work, 'UPDATED', 'Subscription updated', subscription, person);
  return NO_CONTENT;
}

type Act = (work: Work, subscription: Subscription, reason: string) => Promise<void>;

const acting =
  (act: Act): Route['run'] =>
  async ({ work, ids: [id = ''], body }) => {
    const subscription = await work.get('subscription', id);
    const { reason } = readBody(body, REASON) as { reason: string };
    await act(work, subscription, reason);
    return NO_CONTENT;
  };

async function transactions({ work, ids: [id = ''], query }: Call): Promise<Done> {
  await work.get('subscription', id);
  const [from, to] = ['start_time', 'end_time'].map((name) => {
    const value = query.get(name) ?? '';
    const wrong: Parameters<typeof DATE_TIME>[2] = [];
    DATE_TIME(value, name, wrong);
    if (wrong.length > 0) throw invalid(wrong.map((one) => ({ ...one, location: 'query' })));
    return seconds(value);
  });
  const all = await work.select('transaction', [{ sql: "hidden ->> 'subscription' = $", values: [id] }]);
  const within = all.filter(({ time: at }) => seconds(at) >= (from ?? 0) && seconds(at) <= (to ?? 0));
  const href = `${work.api}/v1/billing/subscriptions/${id}/transactions?${query.toString()}`;
  return ok({ transactions: within, links: [link(href, 'self')] });
}

const PATH = '/v1/billing/subscriptions/:id';
export const SUBSCRIPTIONS: readonly Route[] = [
  route('POST', '/v1/billing/subscriptions', async ({ work, body, whole: isWhole }) => {
    const input = readBody(body, CREATE) as SubscriptionInput;
    return made(await createSubscription(work, input), isWhole, ['id', 'status', 'create_time', 'links']);
  }),
  route('GET', PATH, get),
  route('PATCH', PATH, patch),
  route('POST', `${PATH}/revise`, async ({ work, ids: [id = ''], body }) => {
    const subscription = await work.get('subscription', id);
    return ok(await revise(work, subscription, readBody(body, REVISE) as RevisionInput));
  }),
  route('POST', `${PATH}/cancel`, acting(cancel)),
  route('POST', `${PATH}/suspend`, acting(suspend)),
  route('POST', `${PATH}/activate`, acting(activate)),
  route('GET', `${PATH}/transactions`, transactions),
];
