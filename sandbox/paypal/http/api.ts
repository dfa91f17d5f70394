import type { Pool } from 'pg';
import type { ApiRequest } from '../../lib/http.ts';
import { inTransaction } from '../../lib/store/database.ts';
import { newId } from '../store/ids.ts';
import { Work, type TimeElsewhere } from '../store/work.ts';
import { notFound, PayPalError, unauthorized } from './errors.ts';
import { match, type Done, type Route } from './route.ts';
import { hasToken, issueToken, type Account } from './token.ts';

export interface Api {
  readonly pool: Pool;
  readonly routes: readonly Route[];
  readonly account: Account;
  /** Milliseconds of the wall clock. */
  readonly now: () => number;
  readonly origin: () => string;
  readonly timeElsewhere: TimeElsewhere;
  readonly onFault: (error: unknown) => void;
  /** Called after a request that may have made events. */
  readonly onWritten: () => void;
}

export interface ApiResponse extends Done {
  readonly headers: Readonly<Record<string, string>>;
}

/** Idempotency keys count for a day. */
const DAY = 86_400;

/** Answers one call of the API; the path begins with /paypal. */
export async function answer(api: Api, request: ApiRequest): Promise<ApiResponse> {
  const debug = newId.debug();
  const headers = { 'paypal-debug-id': debug, 'cache-control': 'no-store' };
  try {
    return { ...(await run(api, request, debug)), headers };
  } catch (error) {
    if (error instanceof PayPalError) return { ...failure(error, debug), headers };
    api.onFault(error);
    const fault = new PayPalError(500, 'INTERNAL_SERVER_ERROR', 'An internal server error has occurred.');
    return { ...failure(fault, debug), headers };
  }
}

const failure = ({ status, code, message, details, links }: PayPalError, debug: string): Done => ({
  status,
  body: {
    name: code,
    message,
    debug_id: debug,
    ...(details.length === 0 ? {} : { details }),
    ...(links.length === 0 ? {} : { links }),
  },
});

async function run(api: Api, request: ApiRequest, debug: string): Promise<Done> {
  const path = request.path.slice('/paypal'.length);
  const now = Math.floor(api.now() / 1000);
  const { authorization } = request.headers;
  if (path === '/v1/oauth2/token' && request.method === 'POST')
    return issueToken(api.account, authorization, request.body, now);
  if (!hasToken(api.account, authorization, now)) throw unauthorized();
  const found = match(api.routes, request.method, path);
  if (found === null) throw notFound();
  const writes = request.method !== 'GET' && !path.startsWith('/v1/notifications/');
  const id = request.headers['paypal-request-id'];
  const key = writes && request.method === 'POST' && id !== undefined ? `${path} ${id}` : null;
  const done = await inTransaction(api.pool, writes, async (client) => {
    const work = new Work({ client, now, origin: api.origin() }, api.timeElsewhere);
    const before = key === null ? null : await replay(work, key);
    if (before !== null) return before;
    const query = new URLSearchParams(request.query);
    const whole = (request.headers['prefer'] ?? '').includes('return=representation');
    const result = await perform(
      work,
      found.route,
      { work, ids: found.ids, body: request.body, query, whole },
      debug,
    );
    if (key !== null && result.status < 400) await remember(work, key, result);
    return result;
  });
  if (writes) api.onWritten();
  return done;
}

async function perform(
  work: Work,
  route: Route,
  call: Parameters<Route['run']>[0],
  debug: string,
): Promise<Done> {
  try {
    const done = await route.run(call);
    await work.flush();
    return done;
  } catch (error) {
    if (!(error instanceof PayPalError) || !error.keeps) throw error;
    await work.flush();
    return failure(error, debug);
  }
}

/** The first answer to a key that succeeded. As at PayPal the key alone counts, whatever the body is. */
async function replay(work: Work, key: string): Promise<Done | null> {
  const { rows } = await work.client.query<{ status: number; body: { of: object | null } }>(
    `select status, body from ${work.schema}.idempotency_keys where key = $1 and created > $2`,
    [key, work.now - DAY],
  );
  const [first] = rows;
  // A repeated request that created something is answered by 200.
  return first === undefined
    ? null
    : { status: first.status === 201 ? 200 : first.status, body: first.body.of };
}

async function remember(work: Work, key: string, done: Done): Promise<void> {
  await work.client.query(
    `insert into ${work.schema}.idempotency_keys (key, call, parameters, status, body, request, created)
     values ($1, '', '', $2, $3, '', $4)
     on conflict (key) do update set status = excluded.status, body = excluded.body, created = excluded.created`,
    [key, done.status, JSON.stringify({ of: done.body }), work.now],
  );
}
