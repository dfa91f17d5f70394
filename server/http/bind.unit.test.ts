import Fastify from 'fastify';
import { describe, expect, expectTypeOf, test as base } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#shared/lib/endpoint.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { bind, serve, type Bound, type Handle } from './bind.ts';
import type { Actor, Ctx } from '../ctx/ctx.ts';
import type { Database } from '../db/database.ts';
import { sendError } from './errors.ts';

const shelf = endpoint({
  method: 'POST',
  path: '/api/shelf/:id',
  summary: 'Put something on a shelf',
  who: ['client'],
  status: 201,
  params: z.object({ id: z.coerce.number().check(z.int()) }),
  body: z.object({ name: z.string().check(z.minLength(1)), count: z._default(z.int(), 1) }),
  response: z.object({ id: z.int(), name: z.string() }),
  problems: { full: { status: 409, detail: 'This shelf is full.' } },
});

const ACTOR: Actor = { id: '1', role: 'client', name: 'Ada', zone: 'UTC' };

const ctxOf = async (_request: unknown, actor: Actor | null) => ({ actor }) as Ctx;

/** Who calls, and what serves the call. */
interface Serving {
  actor: Actor | null;
  handle: Handle<typeof shelf>;
}

const test = base
  .extend('serving', (): Serving => ({ actor: ACTOR, handle: async () => fail('full') }))
  .extend('put', async ({ serving }, { onCleanup }) => {
    const app = Fastify();
    onCleanup(() => app.close());
    app.setErrorHandler(sendError);
    const bound: Bound = serve(shelf, (ctx, input, exchange) => serving.handle(ctx, input, exchange));
    bind(app, { dbOf: () => ({}) as Database, ctxOf, authenticate: async () => serving.actor }, bound);
    await app.ready();
    return (payload: object, id = '7') => app.inject({ method: 'POST', url: `/api/shelf/${id}`, payload });
  });

describe('a bound endpoint', () => {
  test('hands the verb validated input, defaults filled in, unknown keys dropped', async ({
    serving,
    put,
  }) => {
    let seen: unknown;
    serving.handle = async (_ctx, input) => {
      seen = input;
      return ok({ id: input.params.id, name: input.body.name });
    };
    const response = await put({ name: 'horn', owner: 'somebody else' });
    expect(response.statusCode).toBe(201);
    expect(seen).toEqual({ params: { id: 7 }, query: {}, body: { name: 'horn', count: 1 } });
  });

  test('lets no undeclared field out', async ({ serving, put }) => {
    serving.handle = async () => ok({ id: 7, name: 'horn', password_hash: 'secret' });
    expect((await put({ name: 'horn' })).json()).toEqual({ id: 7, name: 'horn' });
  });

  test('says which fields are malformed: 400', async ({ put }) => {
    const response = await put({ name: '', count: 1.5 });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'malformed',
      errors: [{ field: 'name' }, { field: 'count' }],
    });
    expect((await put({ name: 'x' }, 'seven')).statusCode).toBe(400);
  });

  test('answers a declared refusal with its status and words', async ({ serving, put }) => {
    serving.handle = async () => fail('full');
    const response = await put({ name: 'horn' });
    expect(response.statusCode).toBe(409);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.json()).toEqual({
      type: 'urn:problem:full',
      title: 'Conflict',
      status: 409,
      code: 'full',
      detail: 'This shelf is full.',
    });
  });

  test('turns a fault into 500 without a word of its inside', async ({ serving, put }) => {
    serving.handle = async () => {
      throw new Error('the password is hunter2');
    };
    const response = await put({ name: 'horn' });
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('hunter2');
  });

  test('a response outside the contract is a fault, not a leak', async ({ serving, put }) => {
    serving.handle = async () => ok({ id: 'seven' as unknown as number, name: 'horn' });
    expect((await put({ name: 'horn' })).statusCode).toBe(500);
  });

  test('refuses nobody (401) and the wrong role (403) before it looks at the body', async ({
    serving,
    put,
  }) => {
    serving.actor = null;
    expect((await put({})).json()).toMatchObject({ status: 401, code: 'not_signed_in' });
    serving.actor = { ...ACTOR, role: 'partner' };
    expect((await put({})).json()).toMatchObject({ status: 403, code: 'wrong_role' });
  });
});

test('a handler with an undeclared refusal or another shape of response does not compile', () => {
  type Outcome = Awaited<ReturnType<Handle<typeof shelf>>>;
  expectTypeOf(fail('full')).toExtend<Outcome>();
  expectTypeOf(fail('teapot')).not.toExtend<Outcome>();
  expectTypeOf(ok({ id: 1, name: 'horn' })).toExtend<Outcome>();
  expectTypeOf(ok({ id: 'one', name: 'horn' })).not.toExtend<Outcome>();
});
