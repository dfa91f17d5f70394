import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PayPalCall } from '../sandbox/recording.ts';
import { REFEREES } from './folder.ts';

type Json = Readonly<Record<string, unknown>>;

/** A JSON Schema within an OpenAPI document. */
interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Json>>;
}

interface Operation {
  readonly parameters?: readonly (Parameter | { $ref: string })[];
  readonly requestBody?: Body | { $ref: string };
  readonly responses: Readonly<Record<string, Body | { $ref: string }>>;
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

interface Validator {
  addSchema(schema: object, key: string): void;
  compile(
    schema: object,
  ): ((value: unknown) => boolean) & { errors?: { instancePath: string; message?: string }[] };
}

const FILES = [
  'billing_subscriptions_v1',
  'catalogs_products_v1',
  'checkout_orders_v2',
  'notifications_webhooks_v1',
];

/** Fastify brings the validator. */
function createValidator(): Validator {
  const ofFastify = createRequire(createRequire(import.meta.url).resolve('fastify'));
  const { Ajv } = ofFastify('ajv') as { Ajv: new (options: object) => Validator };
  // One of the patterns is none with Unicode.
  return new Ajv({
    strict: false,
    allErrors: true,
    validateFormats: false,
    unicodeRegExp: false,
    validateSchema: false,
    logger: false,
  });
}

const ajv = createValidator();
const documents = FILES.map((name) => {
  const text = fs.readFileSync(path.join(REFEREES, `paypal/${name}.json`), 'utf8');
  const document = JSON.parse(text) as Document;
  ajv.addSchema(document, name);
  return { name, document };
});

const compiled = new Map<string, ReturnType<Validator['compile']>>();

/** What is wrong with a value by the schema at a place of a document. */
function violations(name: string, pointer: string, value: unknown): string[] {
  const $ref = `${name}#${pointer}`;
  const validate = compiled.get($ref) ?? ajv.compile({ $ref });
  compiled.set($ref, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}

const at = (document: Document, ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (part, key) => (part as Json)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    );

const resolved = <T extends object>(document: Document, value: T | { $ref: string }): T =>
  '$ref' in value && typeof value.$ref === 'string' ? (at(document, value.$ref) as T) : (value as T);

/** All that a schema consists of, references followed. */
function partsOf(document: Document, schema: Schema): Schema[] {
  const own = resolved<Schema>(document, schema);
  const inner = [...(own.allOf ?? []), ...(own.anyOf ?? []), ...(own.oneOf ?? [])];
  return [own, ...inner.flatMap((one) => partsOf(document, one))];
}

/** Fields that a document does not name. */
function undeclared(document: Document, schema: Schema, value: unknown, where: string): string[] {
  const parts = partsOf(document, schema);
  if (Array.isArray(value)) {
    const items = parts.find((part) => part.items !== undefined)?.items;
    return items === undefined ? [] : value.flatMap((one) => undeclared(document, items, one, `${where}[]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const isFree = parts.some(
    (part) => part.additionalProperties !== undefined && part.additionalProperties !== false,
  );
  if (isFree || parts.every((part) => part.properties === undefined)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const found = parts.flatMap((part) => part.properties?.[key] ?? []);
    const [first] = found;
    if (first === undefined) return [`${where}.${key} is undeclared`];
    return undeclared(document, { allOf: found }, inner, `${where}.${key}`);
  });
}

/** The operation that a call makes; null: the documents do not have it. */
function operationOf({ method, path: called }: PayPalCall) {
  for (const { name, document } of documents) {
    for (const [template, methods] of Object.entries(document.paths)) {
      const pattern = new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
      const operation = methods[method.toLowerCase()];
      if (operation !== undefined && pattern.test(called)) return { name, document, template, operation };
    }
  }
  return null;
}

const escaped = (key: string): string => encodeURI(key.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Where a body's schema stands in its document; null: it has none. */
function pointerOf(document: Document, body: Body | { $ref: string }, place: string): string | null {
  const pointer = '$ref' in body ? body.$ref.slice(1) : place;
  const has = resolved<Body>(document, body).content?.['application/json']?.schema !== undefined;
  return has ? `${pointer}/content/application~1json/schema` : null;
}

/** What is wrong with a call and its answer; null: no document has such a call. */
export function checkCall(call: PayPalCall): string[] | null {
  const found = operationOf(call);
  if (found === null) return null;
  const { name, document, template, operation } = found;
  const place = `/paths/${escaped(template)}/${call.method.toLowerCase()}`;
  const label = `${call.method} ${template}`;
  const check = (body: Body | { $ref: string }, own: string, value: unknown, what: string): string[] => {
    const pointer = pointerOf(document, body, own);
    if (pointer === null) return value === null ? [] : [`${label} ${what} has a body`];
    const schema = resolved<Body>(document, body).content?.['application/json']?.schema ?? {};
    return [...violations(name, pointer, value), ...undeclared(document, schema, value, '')].map(
      (one) => `${label} ${what}: ${one}`,
    );
  };
  // A refused request may be as wrong as it says.
  const isRefused = call.status === 400;
  const request = isRefused
    ? []
    : [
        ...(operation.requestBody === undefined || call.sent === null
          ? []
          : check(operation.requestBody, `${place}/requestBody`, call.sent, 'request')),
        ...checkQuery(document, operation, call, label),
      ];
  const status = String(call.status);
  const response = operation.responses[status];
  if (response === undefined) return [...request, `${label} does not answer ${status}`];
  return [...request, ...check(response, `${place}/responses/${status}`, call.answer, status)];
}

function checkQuery(
  document: Document,
  { parameters = [] }: Operation,
  call: PayPalCall,
  label: string,
): string[] {
  const known = parameters.map((one) => resolved<Parameter>(document, one as { $ref: string }));
  const inQuery = known.filter((one) => one.in === 'query');
  const given = [...new URLSearchParams(call.query).keys()];
  return [
    ...given
      .filter((key) => inQuery.every((one) => one.name !== key))
      .map((key) => `${label}: unknown parameter ${key}`),
    ...inQuery
      .filter((one) => one.required === true && !given.includes(one.name))
      .map((one) => `${label}: ${one.name} is missing`),
  ];
}

/** What is wrong with the body of a webhook. */
export const checkEvent = (event: unknown): string[] =>
  violations('notifications_webhooks_v1', '/components/schemas/event', event).map((one) => `webhook: ${one}`);

/** What is wrong with an object whose call no document has, by the schema of its kind. */
export const checkObject = (kind: 'capture' | 'refund', value: unknown): string[] =>
  [
    ...violations('checkout_orders_v2', `/components/schemas/${kind}`, value),
    ...undeclared(
      documents.find(({ name }) => name === 'checkout_orders_v2')?.document as Document,
      { $ref: `#/components/schemas/${kind}` },
      value,
      '',
    ),
  ].map((one) => `${kind}: ${one}`);
