import * as z from 'zod/mini';
import type { Endpoint, Role } from '#shared/lib/endpoint.ts';
import { callName, rolesOf, statusesOf } from '#test/access/documented.ts';
import type { AccessFixtures } from '#test/access/row.ts';
import { ACCESS_TABLE } from '#test/access/table.ts';
import type { TestApp } from '#test/api/app.ts';
import type { TestPerson } from '#test/api/people.ts';
import { callsOnRecords } from './real-records.ts';

/** Where a value stands in a request, and which. */
export interface Place {
  readonly value: unknown;
  readonly part: 'params' | 'query' | 'body';
  readonly keys: readonly string[];
}

/** A well-formed call that scanners vary. */
export interface ScanRequest {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly role: Role | 'nobody';
  readonly as: TestPerson | null;
  readonly args: Args;
  readonly places: readonly Place[];
  /** Statuses that the OpenAPI document has for it. */
  readonly statuses: ReadonlySet<string>;
}

type Args = Readonly<Partial<Record<Place['part'], Readonly<Record<string, unknown>>>>>;

/** Every call of the API in the name of each role that may send it, with records that are there where it names any. */
export async function requestsOf(app: TestApp, fixtures: AccessFixtures): Promise<ScanRequest[]> {
  const requests: ScanRequest[] = [];
  const onRecords = await callsOnRecords(app, fixtures);
  for (const row of ACCESS_TABLE) {
    const { endpoint } = row;
    // A scanner would wait for its end.
    if (endpoint.stream === 'text/event-stream') continue;
    const add = async (as: TestPerson | null, args: object): Promise<void> => {
      const caller = { endpoint, as: as === null ? null : await app.people.signIn(as) };
      const filled = await withTexts(app, caller, args);
      requests.push({
        ...caller,
        name: callName(endpoint),
        role: as?.role ?? 'nobody',
        args: filled,
        places: placesOf(filled),
        statuses: new Set(statusesOf(endpoint)),
      });
    };
    const done = new Set<Role>();
    for (const { make } of row.references) {
      const { owner, ownCall, foreign } = await make(fixtures);
      await add(owner, ownCall ?? foreign);
      done.add(owner.role);
    }
    const args = onRecords.get(endpoint) ?? row.args(fixtures);
    if (endpoint.who === 'anyone') await add(null, args);
    else for (const role of rolesOf(endpoint)) if (!done.has(role)) await add(fixtures.stranger(role), args);
  }
  return requests;
}

/** Adds the texts that a query may have besides, such as what is searched for. */
async function withTexts(
  app: TestApp,
  { endpoint, as }: Pick<ScanRequest, 'endpoint' | 'as'>,
  args: Args,
): Promise<Args> {
  if (endpoint.query === undefined || endpoint.method !== 'GET') return args;
  const { properties = {} } = z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' });
  let filled = args;
  for (const name of Object.keys(properties)) {
    if (args.query?.[name] !== undefined) continue;
    const longer = { ...filled, query: { ...filled.query, [name]: 'a' } };
    const { status } = await app.call(endpoint, longer, as);
    if (status !== 400) filled = longer;
  }
  return filled;
}

function placesOf(args: Args): Place[] {
  const walk = (part: Place['part'], value: unknown, keys: readonly string[]): Place[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) => walk(part, one, [...keys, key]))
      : [{ part, value, keys }];
  return (['params', 'query', 'body'] as const).flatMap((part) => walk(part, args[part] ?? {}, []));
}

/** A copy of the arguments with another value in one place. */
export function withValue(args: Args, { part, keys }: Place, value: unknown): Args {
  const set = (at: unknown, [key, ...rest]: readonly string[]): unknown => {
    if (key === undefined) return value;
    const copy: Record<string, unknown> | unknown[] = Array.isArray(at)
      ? [...(at as unknown[])]
      : { ...(at as object) };
    (copy as Record<string, unknown>)[key] = set((at as Record<string, unknown>)[key], rest);
    return copy;
  };
  return { ...args, [part]: set(args[part], keys) as Record<string, unknown> };
}
