import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { API_VERSION } from '../store/events.ts';
import type { ApiRequest } from '../../lib/http.ts';
import { inTransaction } from '../../lib/store/database.ts';
import { randomText } from '../../lib/ids.ts';
import { Work } from '../store/work.ts';
import { ApiError, invalid, type ErrorBody } from './errors.ts';
import { expand } from './expand.ts';
import { parseForm, type RawObject } from './form.ts';
import { checkKey, type Keys } from './keys.ts';
import type { Route } from './route.ts';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: object;
}

export interface Api {
  readonly pool: Pool;
  readonly routes: readonly Route[];
  readonly keys: Keys;
  /** Milliseconds of the wall clock. */
  readonly now: () => number;
  readonly origin: () => string;
  readonly onFault: (error: unknown) => void;
  /** Called after a request that may have made events or moved a clock. */
  readonly onWritten: () => void;
}

const DAY = 86_400;

/** Answers one call of the API. */
export async function answer(api: Api, request: ApiRequest): Promise<ApiResponse> {
  const id = `req_${randomText(14)}`;
  const key = request.headers['idempotency-key'] ?? null;
  const headers: Record<string, string> = { 'request-id': id, 'stripe-version': API_VERSION };
  if (key !== null) headers['idempotency-key'] = key;
  try {
    const done = await run(api, request, id, key);
    return { ...done, headers: { ...headers, ...done.headers } };
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, headers, body: failure(error.body, id) };
    api.onFault(error);
    const message = 'The sandbox failed; its log says why.';
    return { status: 500, headers, body: failure({ type: 'api_error', message }, id) };
  }
}

const failure = (error: ErrorBody, request: string): object => ({
  error: { ...error, request_log_url: `https://dashboard.stripe.com/test/logs/${request}` },
});

type Done = Pick<ApiResponse, 'status' | 'body'> & { headers?: Record<string, string> };

async function run(api: Api, request: ApiRequest, id: string, key: string | null): Promise<Done> {
  const kind = checkKey(api.keys, request.headers['authorization']);
  const version = request.headers['stripe-version'];
  if (version !== undefined && version !== API_VERSION)
    throw invalid(`Invalid Stripe API version: ${version}. The sandbox speaks ${API_VERSION} only.`);
  const found = match(api.routes, request.method, request.path);
  if (found === null) {
    throw new ApiError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${request.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    });
  }
  const { route, ids } = found;
  if (kind === 'publishable' && !route.publishable) {
    throw new ApiError(401, {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
    });
  }
  const text = request.method === 'POST' ? request.body : request.query;
  const form = parseForm(text);
  if (kind === 'publishable' && ids.length > 0 && form['client_secret'] === undefined)
    throw invalid('Missing required param: client_secret.', 'client_secret', 'parameter_missing');
  const writes = request.method !== 'GET';
  const once =
    writes && key !== null ? { key, call: `${request.method} ${request.path}`, hash: hashOf(form) } : null;
  const done = await inTransaction(api.pool, writes, async (client) => {
    const now = Math.floor(api.now() / 1000);
    const work = new Work({ client, now, origin: api.origin() }, { request: id, idempotencyKey: key });
    const before = once === null ? null : await replay(work, once);
    if (before !== null) return before;
    const result = await perform(work, route, form, ids, id);
    if (once !== null) await remember(work, once, result, id);
    return result;
  });
  if (writes) api.onWritten();
  return done;
}

async function perform(
  work: Work,
  route: Route,
  form: RawObject,
  ids: readonly string[],
  request: string,
): Promise<Done> {
  const input = route.fields.read(form, '');
  const paths = (input['expand'] as string[] | undefined) ?? [];
  try {
    if (route.discards) await work.client.query('savepoint before_preview');
    const result = await route.run(work, input, ids);
    await work.flush();
    const body = await expand(work, result, paths);
    if (route.discards) await work.client.query('rollback to savepoint before_preview');
    return { status: 200, body };
  } catch (error) {
    if (!(error instanceof ApiError) || !error.keeps) throw error;
    await work.flush();
    return { status: error.status, body: failure(error.body, request) };
  }
}

interface Once {
  readonly key: string;
  readonly call: string;
  readonly hash: string;
}

/** The first answer to a key; refuses its use for something else. */
async function replay(work: Work, { key, call, hash }: Once): Promise<Done | null> {
  if (key.length > 255)
    throw new ApiError(400, { type: 'idempotency_error', message: 'Idempotency keys take 255 characters.' });
  const { rows } = await work.client.query<{
    call: string;
    parameters: string;
    status: number;
    body: object;
    request: string;
  }>(
    'select call, parameters, status, body, request from sandbox_stripe.idempotency_keys where key = $1 and created > $2',
    [key, work.now - DAY],
  );
  const [first] = rows;
  if (first === undefined) return null;
  if (first.call !== call || first.parameters !== hash) {
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used ${first.call === call ? 'with the same parameters they' : 'for the same endpoint they'} were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return {
    status: first.status,
    body: first.body,
    headers: { 'idempotent-replayed': 'true', 'original-request': first.request },
  };
}

async function remember(work: Work, { key, call, hash }: Once, done: Done, request: string): Promise<void> {
  await work.client.query(
    `insert into sandbox_stripe.idempotency_keys (key, call, parameters, status, body, request, created)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (key) do update set call = excluded.call, parameters = excluded.parameters,
       status = excluded.status, body = excluded.body, request = excluded.request, created = excluded.created`,
    [key, call, hash, done.status, JSON.stringify(done.body), request, work.now],
  );
}

/** Only the hash is kept: parameters may hold a card number. */
const hashOf = (form: RawObject): string =>
  createHash('sha256').update(JSON.stringify(form)).digest('base64');

function match(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; ids: string[] } | null {
  const parts = path.split('/');
  for (const route of routes) {
    const wanted = route.path.split('/');
    if (route.method !== method || wanted.length !== parts.length) continue;
    const fits = wanted.every((part, at) => part.startsWith(':') || part === parts[at]);
    if (!fits) continue;
    const ids = parts.filter((_, at) => wanted[at]?.startsWith(':')).map(decodeURIComponent);
    return { route, ids };
  }
  return null;
}
