import * as z from 'zod/mini';
import type { Endpoint, StreamStatus } from '#shared/lib/endpoint.ts';
import { COMMON_PROBLEMS } from '#shared/lib/problem.ts';
import { Problem } from '#shared/lib/wire.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const json = (schema: Json): Json => ({ 'application/json': { schema } });

function parameters(endpoint: Endpoint): Json[] {
  return (['params', 'query'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
      properties?: Json;
      required?: string[];
    };
    return Object.entries(properties).map(([name, of]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || required.includes(name),
      schema: of,
    }));
  });
}

function answers(endpoint: Endpoint): Json {
  const common = ['malformed', 'too_many_requests', 'fault', 'busy', 'unavailable'] as const;
  // A call that may carry a body can refuse its type and length, even if it reads none.
  const changing =
    endpoint.method === 'GET'
      ? []
      : (['cross_site', 'too_large', 'unsupported_media_type', 'outcome_unknown'] as const);
  const repeated = endpoint.idempotent ? (['idempotency_mismatch'] as const) : [];
  const guarded = endpoint.who === 'anyone' ? [] : (['not_signed_in', 'wrong_role'] as const);
  const kinds = [
    ...Object.entries(endpoint.problems ?? {}),
    ...[...common, ...changing, ...repeated, ...guarded].map(
      (code) => [code, COMMON_PROBLEMS[code]] as const,
    ),
  ];
  const byStatus = Map.groupBy(kinds, ([, kind]) => kind.status);
  const refusals = [...byStatus].map(([status, list]) => [
    String(status),
    {
      description: list.map(([code, kind]) => `\`${code}\`: ${kind.detail}`).join('\n\n'),
      'x-codes': list.map(([code]) => code),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  const unchanged =
    endpoint.cache === 'revalidate'
      ? [['304', { description: 'Nothing has changed since the answer whose ETag was sent' }]]
      : [];
  return Object.fromEntries([...successes(endpoint), ...unchanged, ...refusals]) as Json;
}

const STREAMED: Readonly<Record<StreamStatus, string>> = {
  200: 'Success',
  206: 'The part that `Range` asks for',
  302: 'Leads on to `Location`',
  416: 'The range that was asked for is not there',
};

/** Successful responses by status. */
function successes(endpoint: Endpoint): [string, Json][] {
  const { stream } = endpoint;
  if (stream === undefined) {
    const success = { description: 'Success', content: json(schemaOf(endpoint.response, 'output')) };
    return [[String(endpoint.status ?? 200), success]];
  }
  const content = { [stream]: { schema: { type: 'string', format: 'binary' } } };
  const Location = { description: 'Where to go on to', schema: { type: 'string' } };
  return (endpoint.streamStatuses ?? [200]).map((status) => {
    const description = STREAMED[status];
    if (status === 302) return [String(status), { description, headers: { Location } }];
    return [String(status), status === 416 ? { description } : { description, content }];
  });
}

function form({ field }: NonNullable<Endpoint['upload']>): Json {
  const schema = {
    type: 'object',
    properties: { [field]: { type: 'string', format: 'binary' } },
    required: [field],
  };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function operation(endpoint: Endpoint): Json {
  const who = typeof endpoint.who === 'string' ? endpoint.who : endpoint.who.join(', ');
  const header = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A repeat with the same key answers what the first call answered.',
    schema: { type: 'string', maxLength: 255 },
  };
  return {
    summary: endpoint.summary,
    description: `Who may call: ${who}.`,
    'x-who': endpoint.who,
    tags: [
      endpoint.path.split('/').find((part) => !['', 'api', 'v2', 'content'].includes(part)) ?? 'content',
    ],
    parameters: [...parameters(endpoint), ...(endpoint.idempotent ? [header] : [])],
    ...(endpoint.upload === undefined ? {} : { requestBody: form(endpoint.upload) }),
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input')) } }),
    responses: answers(endpoint),
    security: endpoint.who === 'anyone' ? [] : [{ login: [] }],
  };
}

/** The OpenAPI 3.1 document of the given endpoints. */
export function openApi(name: string, endpoints: readonly Endpoint[], cookie: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${name} API`,
      version: '2',
      description: 'All calls send cookies. Errors are RFC 9457 problem documents.',
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: { login: { type: 'apiKey', in: 'cookie', name: cookie } },
    },
  };
}
