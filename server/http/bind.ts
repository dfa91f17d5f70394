import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import type { ResponseOf, Endpoint, InputOf, ProblemOf, StreamResponse } from '#shared/lib/endpoint.ts';
import type { FieldError } from '#shared/lib/problem.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Database } from '../db/database.ts';
import { limitCall } from '../db/rate.ts';
import { KeyReused, Replay, type IdempotencyKey } from '../db/transaction.ts';
import type { Actor, Ctx, SignedInCtx } from '../ctx/ctx.ts';
import { sendRefusal } from './errors.ts';
import { endRequestSpan } from './trace-requests.ts';
import { Refused } from '../lib/refused.ts';

type CtxFor<E extends Endpoint> = E['who'] extends 'anyone' ? Ctx : SignedInCtx;

/** Request and reply, for handlers that use cookies or headers. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A streamed body that writes to the connection itself: an endless one costs half the memory without the framework's. */
export class Takeover {
  readonly write: (response: ServerResponse) => void;
  constructor(write: (response: ServerResponse) => void) {
    this.write = write;
  }
}

/** The verb of an endpoint: returns the contract's value or a declared refusal. */
export type Handle<E extends Endpoint> = (
  ctx: CtxFor<E>,
  input: InputOf<E>,
  exchange: Exchange,
) => Promise<Result<ResponseOf<E>, ProblemOf<E>>>;

/** An endpoint with its verb, made by `serve`. */
export interface Bound {
  readonly endpoint: Endpoint;
  readonly handle: (ctx: Ctx, input: never, exchange: Exchange) => Promise<Result<unknown>>;
}

/** Binds a verb to its endpoint. A wrong response or an undeclared refusal does not compile. */
export function serve<E extends Endpoint>(endpoint: E, handle: Handle<E>): Bound {
  return { endpoint, handle: handle as Bound['handle'] };
}

/** Dependencies of the binder. */
export interface BindDeps {
  /** The database as this request uses it. */
  dbOf(request: FastifyRequest, reply: FastifyReply): Database;
  ctxOf(request: FastifyRequest, actor: Actor | null, db: Database): Promise<Ctx>;
  authenticate(request: FastifyRequest, db: Database): Promise<Actor | null>;
}

/**
 * Registers an endpoint: who → validate → rate limit → verb → response. Undeclared fields are stripped. Uploads work
 * once the application is ready.
 */
export function bind(app: FastifyInstance, deps: BindDeps, { endpoint, handle }: Bound): void {
  const success = endpoint.status ?? 200;
  const route: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    config: { http: { ...endpoint, cache: endpoint.cache ?? 'no-store' } },
    handler: async (request, reply) => {
      const db = deps.dbOf(request, reply);
      const actor = await deps.authenticate(request, db);
      if (endpoint.who !== 'anyone') {
        if (actor === null) throw new Refused('not_signed_in');
        if (endpoint.who !== 'signed_in' && !endpoint.who.includes(actor.role))
          throw new Refused('wrong_role');
      }
      const input = {
        params: read(endpoint.params, request.params, 'params'),
        query: read(endpoint.query, request.query, 'query'),
        body: read(endpoint.body, request.body, 'body'),
      };
      const idempotencyKey = endpoint.idempotent
        ? idempotencyKeyOf(request, endpoint, actor, input, success)
        : undefined;
      const ctx = { ...(await deps.ctxOf(request, actor, db)), idempotencyKey };
      await limitCall(ctx, endpoint.rateLimit ?? [], request.ip);
      const result = await withReplay(() => handle(ctx, input as never, { request, reply }));
      if (!result.ok) return sendRefusal(reply, result, endpoint.problems);
      if (endpoint.stream !== undefined) {
        const { status, headers, body } = result.value as StreamResponse;
        if (!(endpoint.streamStatuses ?? [200]).includes(status))
          throw new Error(`${endpoint.method} ${endpoint.path} answered ${status} outside its contract`);
        reply.code(status).headers({ 'content-type': endpoint.stream, ...headers });
        if (!(body instanceof Takeover)) return reply.send(body);
        takeOver(reply, ctx.now, body);
        return reply;
      }
      return reply
        .code(success)
        .header('content-type', 'application/json; charset=utf-8')
        .send(JSON.stringify(toResponse(endpoint, result.value)));
    },
  };
  if (endpoint.upload === undefined) app.route(route);
  else registerUpload(app, route, endpoint.upload);
}

/** Sends the head at once, and leaves the rest to the body. */
function takeOver(reply: FastifyReply, now: Temporal.Instant, body: Takeover): void {
  reply.header('date', new Date(now.epochMilliseconds).toUTCString()).hijack();
  // Fastify's hooks for what is sent do not run for a connection that it does not send to.
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  endRequestSpan(reply.request, reply.statusCode);
  body.write(reply.raw);
}

/** Only calls that take a file parse forms; the verb reads the file as a stream. */
function registerUpload(
  app: FastifyInstance,
  route: RouteOptions,
  upload: NonNullable<Endpoint['upload']>,
): void {
  const limits = { files: 1, fileSize: upload.maxBytes, fields: 10, fieldSize: 1024, headerPairs: 50 };
  app.register(async (scope) => {
    await scope.register(multipart, { limits, throwFileSizeLimit: false });
    scope.route(route);
  });
}

async function withReplay(run: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Replay) return { ok: true, value: error.body };
    if (error instanceof KeyReused) throw new Refused('idempotency_mismatch');
    throw error;
  }
}

function read(schema: z.ZodMiniType | undefined, value: unknown, part: string): unknown {
  if (schema === undefined) return {};
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  throw new Refused('malformed', { errors: fieldErrors(parsed.error, part) });
}

function fieldErrors(error: z.core.$ZodError, part: string): FieldError[] {
  return error.issues
    .slice(0, 20)
    .map((issue) => ({ field: issue.path.join('.') || part, message: issue.message }));
}

function toResponse(endpoint: Endpoint, value: unknown): unknown {
  const parsed = endpoint.response.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${endpoint.method} ${endpoint.path} answered outside its contract`, {
    cause: parsed.error,
  });
}

function idempotencyKeyOf(
  request: FastifyRequest,
  endpoint: Endpoint,
  actor: Actor | null,
  input: unknown,
  status: number,
): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || actor === null) return undefined;
  if (typeof key !== 'string' || key.length === 0 || key.length > 255) {
    throw new Refused('malformed', {
      errors: [{ field: 'Idempotency-Key', message: 'Between 1 and 255 characters.' }],
    });
  }
  return {
    actorId: actor.id,
    key,
    endpoint: `${endpoint.method} ${endpoint.path}`,
    requestHash: createHash('sha256').update(JSON.stringify(input)).digest(),
    status,
  };
}
