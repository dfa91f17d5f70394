import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint, Role } from '#shared/lib/endpoint.ts';
import { ACCESS_TABLE } from '#test/access/table.ts';
import { makeAccessFixtures } from '#test/access/fixtures.ts';
import { test as base } from '#test/api/test.ts';

/** Words of a validator. */
const VALIDATOR_WORDS =
  /\bmust (match|be|not)\b|\bpattern\b|\bexpected\b|\breceived\b|\binvalid (input|string|type|option|value|element|key|number|date|uuid|iso|union|discriminator)\b|\btoo (big|small)\b|\bschema\b|\bundefined\b|\bNaN\b|\bnull\b|\[object|\bzod\b|\bshould (match|be|not|have)\b|\/\^|=>|<=|>=/i;

const WRONG: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e21,
  '',
  'x',
  'x'.repeat(3000),
  [],
  [null],
  {},
  { a: 1 },
];

/** A sentence without a validator's words; one text begins with a small letter. */
const isFit = (said: string): boolean =>
  !VALIDATOR_WORDS.test(said) && (/^[A-Z]/.test(said) || said === 'invalid email address');

type Args = Record<string, unknown>;

/** The schema's fields, two levels deep. */
function fieldsOf(schema: z.ZodMiniType | undefined): string[][] {
  if (schema === undefined) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([name, inner]) => {
    const below = typeof inner === 'object' && inner.properties ? Object.keys(inner.properties) : [];
    return [[name], ...below.map((field) => [name, field])];
  });
}

const withField = (value: unknown, [name = '', ...rest]: readonly string[], wrong: unknown): unknown => {
  const object = typeof value === 'object' && value !== null ? { ...(value as Args) } : {};
  return { ...object, [name]: rest.length === 0 ? wrong : withField(object[name], rest, wrong) };
};

/** Calls with one mistake: each field of each part, and the body as a whole. */
function* wrongCalls(endpoint: Endpoint, args: Args): Generator<Args> {
  for (const part of ['body', 'query', 'params'] as const)
    for (const field of fieldsOf(endpoint[part]))
      for (const wrong of WRONG) {
        // Paths and queries carry text only.
        const sent = part === 'body' ? wrong : JSON.stringify(wrong).slice(0, 200);
        yield { ...args, [part]: withField(args[part], field, sent) };
      }
  if (endpoint.body !== undefined) for (const body of [...WRONG, undefined]) yield { ...args, body };
}

const test = base
  .extend('options', { scope: 'file' }, { sandbox: true })
  .extend('fixtures', { scope: 'file' }, ({ app }) => makeAccessFixtures(app));

test.for(ACCESS_TABLE.map((row) => [`${row.endpoint.method} ${row.endpoint.path}`, row] as const))(
  '%s: whatever is wrong is said in words for people',
  async ([, { endpoint, args }], { app, fixtures }) => {
    const role: Role = typeof endpoint.who === 'string' ? 'client' : (endpoint.who[0] ?? 'client');
    const person = await app.people.make(role);
    const unfit: string[] = [];
    for (const wrong of wrongCalls(endpoint, { ...args(fixtures) })) {
      const { status, problem } = await app.call(endpoint, wrong, person);
      const words = status < 400 ? [] : [problem.detail, ...(problem.errors ?? []).map((one) => one.message)];
      if (status >= 500 || words.some((said) => !isFit(said)))
        unfit.push(`${status} ${words.join(' | ')} for ${JSON.stringify(wrong).slice(0, 300)}`);
    }
    expect(unfit).toEqual([]);
  },
);
