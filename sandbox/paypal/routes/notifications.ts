import { anything, fields, readBody, text } from '../http/checks.ts';
import { ok, route, type Call, type Done, type Route } from '../http/route.ts';
import { link, seconds, time } from '../store/values.ts';
import type { Condition } from '../store/work.ts';
import { isSigned, memberText } from '../webhooks/sign.ts';
import { pageOf } from './lists.ts';

const VERIFY = fields(
  {
    auth_algo: text(1, 100),
    cert_url: text(1, 500),
    transmission_id: text(1, 50),
    transmission_sig: text(1, 500),
    transmission_time: text(1, 100),
    webhook_id: text(1, 50, /^[a-zA-Z0-9]+$/),
    webhook_event: anything,
  },
  [
    'auth_algo',
    'cert_url',
    'transmission_id',
    'transmission_sig',
    'transmission_time',
    'webhook_id',
    'webhook_event',
  ],
);

/** The event's text is taken as it stands in the body: another spacing or order is another body. */
async function verify({ work, body }: Call): Promise<Done> {
  const input = readBody(body, VERIFY) as Record<string, string>;
  const webhook = input['webhook_id'] ?? '';
  const endpoint = await work.find('webhook_endpoint', webhook);
  const raw = memberText(body, 'webhook_event');
  const transmission = {
    id: input['transmission_id'] ?? '',
    time: input['transmission_time'] ?? '',
    webhook,
  };
  const isOurs =
    endpoint !== null &&
    raw !== null &&
    isSigned(
      work.hidden('webhook_endpoint', webhook).secret,
      transmission,
      raw,
      input['transmission_sig'] ?? '',
    );
  return ok({ verification_status: isOurs ? 'SUCCESS' : 'FAILURE' });
}

const MOST_EVENTS = 300;

/** The newest events first; times are those of `create_time`. */
async function events({ work, query }: Call): Promise<Done> {
  const conditions: Condition[] = [];
  const type = query.get('event_type');
  if (type !== null) conditions.push({ sql: "data ->> 'event_type' = $", values: [type] });
  const from = query.get('start_time');
  const to = query.get('end_time');
  if (from !== null) conditions.push({ sql: "data ->> 'create_time' >= $", values: [time(seconds(from))] });
  if (to !== null) conditions.push({ sql: "data ->> 'create_time' <= $", values: [time(seconds(to))] });
  const transaction = query.get('transaction_id');
  if (transaction !== null) conditions.push({ sql: "data #>> '{resource,id}' = $", values: [transaction] });
  const size = Math.min(MOST_EVENTS, Math.max(1, Number(query.get('page_size') ?? 10) || 10));
  const page = Math.max(1, Number(query.get('page') ?? 1) || 1);
  const all = await work.select(
    'event',
    conditions,
    `order by seq desc offset ${(page - 1) * size} limit ${size + 1}`,
  );
  const at = (number: number): string => {
    const wanted = new URLSearchParams(query);
    wanted.set('page', String(number));
    return `${work.api}/v1/notifications/webhooks-events?${wanted.toString()}`;
  };
  const links = [link(at(page), 'self')];
  if (all.length > size) links.push(link(at(page + 1), 'next'));
  const found = all.slice(0, size);
  return ok({ events: found, count: found.length, links });
}

const DISPUTES = '/v1/customer/disputes';
export const NOTIFICATIONS: readonly Route[] = [
  route('POST', '/v1/notifications/verify-webhook-signature', verify),
  route('GET', '/v1/notifications/webhooks-events', events),
  route('GET', '/v1/notifications/webhooks-events/:id', async ({ work, ids: [id = ''] }) =>
    ok(await work.get('event', id)),
  ),
  route('GET', DISPUTES, async ({ work, query }) => {
    const payment = query.get('disputed_transaction_id');
    const only = payment === null ? [] : [{ sql: "hidden ->> 'payment' = $", values: [payment] }];
    const all = await work.select('dispute', only, 'order by seq desc');
    const items = all.map(({ disputed_transactions: _transactions, ...rest }) => rest);
    return ok(pageOf(work, 'items', items, DISPUTES, query));
  }),
  route('GET', `${DISPUTES}/:id`, async ({ work, ids: [id = ''] }) => ok(await work.get('dispute', id))),
];
