import { reduce, type Schema } from './schema.ts';

/** A call as an old tab knows it. */
export interface Call {
  /** `anyone`, `signed_in`, or roles. */
  readonly who: readonly string[];
  /** Takes an Idempotency-Key. */
  readonly idempotent?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Of its body, where that is not JSON. */
  readonly form?: string;
  /** Successful answers by status: a schema of JSON, else a media type, or `nothing`. */
  readonly answers: Readonly<Record<string, Schema | string>>;
  /** Codes of refusals by status. */
  readonly refusals: Readonly<Record<string, readonly string[]>>;
}

/** Calls by method and path, such as `GET /api/users/me`. */
export type Calls = Readonly<Record<string, Call>>;

type Json = Readonly<Record<string, unknown>>;
type Content = Readonly<Record<string, { readonly schema: Json }>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Json;
}

interface Operation {
  readonly 'x-who': string | readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content; readonly 'x-codes'?: string[] }>>;
}

const JSON_TYPE = 'application/json';

/** The calls of an OpenAPI document (server/http/openapi.ts). */
export function callsOf(document: Json): Calls {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      call: callOf(operation),
    })),
  );
  return Object.fromEntries(calls.map(({ name, call }) => [name, call]));
}

function callOf({ 'x-who': who, parameters, requestBody, responses }: Operation): Call {
  const all = Object.entries(responses);
  const [form, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const [params, query] = [fieldsIn(parameters, 'path'), fieldsIn(parameters, 'query')];
  return {
    who: [who].flat(),
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') && { idempotent: true }),
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body: reduce(body.schema, 'request') }),
    ...(form !== undefined && form !== JSON_TYPE && { form }),
    answers: Object.fromEntries(
      all.filter(([, one]) => !one['x-codes']).map(([status, { content }]) => [status, answerOf(content)]),
    ),
    refusals: Object.fromEntries(
      all.flatMap(([status, { 'x-codes': codes }]) => (codes ? [[status, codes]] : [])),
    ),
  };
}

function answerOf(content: Content | undefined): Schema | string {
  const [type, of] = Object.entries(content ?? {})[0] ?? [];
  if (type === undefined || of === undefined) return 'nothing';
  return type === JSON_TYPE ? reduce(of.schema, 'response') : type;
}

function fieldsIn(parameters: readonly Parameter[], place: Parameter['in']): Schema | undefined {
  const list = parameters.filter((parameter) => parameter.in === place);
  if (list.length === 0) return undefined;
  const fields = list.map(
    ({ name, required, schema }) => [required ? name : `${name}?`, reduce(schema, 'request')] as const,
  );
  return { type: 'object', fields: Object.fromEntries(fields) };
}
