import * as z from 'zod/mini';

/** What a call takes, or what it answers. */
export type Direction = 'request' | 'response';

/** A JSON schema, reduced to what an old tab relies on. Without `type` and `anyOf` it is any value. */
export interface Schema {
  readonly type?: string;
  readonly nullable?: true;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly patterns?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly items?: Schema;
  /** Of an object, by name; a name that ends with `?` may be missing. */
  readonly fields?: Readonly<Record<string, Schema>>;
  /** Values of an object whose keys are data. */
  readonly values?: Schema;
  /** Those keys, where not every string is one. */
  readonly keys?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** JSON schema as zod writes it. */
type Json = Readonly<Record<string, unknown>>;

/** Lower and upper limits: how a request may be narrowed. */
export const LOWER = ['minimum', 'minLength', 'minItems'] as const;
export const UPPER = ['maximum', 'maxLength', 'maxItems'] as const;

const READ: ReadonlySet<string> = new Set([
  ...LOWER,
  ...UPPER,
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'allOf',
  'default',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'anyOf',
  'oneOf',
]);
const DAY = z.core.regexes.date.source;

/**
 * Reduces a JSON schema. Of responses limits and patterns are left out: nobody who reads relies on them. Throws for
 * a keyword that is not known here, which would not be compared.
 */
export function reduce(json: Json, direction: Direction): Schema {
  const unknown = Object.keys(json).filter((key) => !READ.has(key));
  if (unknown.length > 0) throw new Error(`scripts/api/schema.ts does not know ${unknown.join(', ')}`);
  const list = (json['anyOf'] ?? json['oneOf']) as readonly Json[] | undefined;
  if (list !== undefined) return union(list, direction);
  const types = [json['type'] ?? []].flat() as string[];
  const nullable = types.includes('null') && types.length > 1;
  const type = types.find((one) => one !== 'null') ?? types[0];
  return drop({
    type,
    nullable: nullable || undefined,
    enum: json['enum'] ?? ('const' in json ? [json['const']] : undefined),
    ...strings(json, direction),
    ...(direction === 'request' && limits(json)),
    ...(type === 'array' && { items: reduce((json['items'] ?? {}) as Json, direction) }),
    ...(type === 'object' && object(json, direction)),
  });
}

/** Leaves out what is undefined. */
const drop = (values: Readonly<Record<string, unknown>>): Schema =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** A union without nested ones; null becomes `nullable`. */
function union(list: readonly Json[], direction: Direction): Schema {
  const all = list.map((one) => reduce(one, direction));
  const nullable = all.some((one) => one.type === 'null' || one.nullable === true) || undefined;
  const rest = all
    .flatMap((one) => one.anyOf ?? [one])
    .filter(({ type }) => type !== 'null')
    .map((one) => drop({ ...one, nullable: undefined }));
  const [only] = rest;
  return drop(only !== undefined && rest.length === 1 ? { ...only, nullable } : { anyOf: rest, nullable });
}

/** Format and patterns; zod's format of days is a pattern. */
function strings(json: Json, direction: Direction): object {
  const all = [json, ...((json['allOf'] ?? []) as readonly Json[])].flatMap(
    ({ pattern }) => (pattern ?? []) as string | [],
  );
  const format = json['format'] ?? (all.includes(DAY) ? 'date' : undefined);
  const patterns = json['format'] === undefined ? all.filter((one) => one !== DAY) : [];
  return { format, patterns: direction === 'request' && patterns.length > 0 ? patterns : undefined };
}

/** Limits but those of every whole number, and the default, which decides what a call without the field means. */
function limits(json: Json): object {
  const found = [...LOWER, ...UPPER, 'default'].map((key) => [key, json[key]] as const);
  return Object.fromEntries(found.filter(([, value]) => Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER));
}

function object(json: Json, direction: Direction): object {
  const required = new Set((json['required'] ?? []) as string[]);
  const properties = Object.entries((json['properties'] ?? {}) as Record<string, Json>);
  const fields = properties.map(
    ([name, of]) => [required.has(name) ? name : `${name}?`, reduce(of, direction)] as const,
  );
  const { additionalProperties: values, propertyNames } = json;
  const keys = propertyNames === undefined ? {} : reduce(propertyNames as Json, direction);
  return {
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(typeof values === 'object' && { values: reduce(values as Json, direction) }),
    ...(Object.keys(keys).length > 1 && { keys }),
  };
}
