import { describe, expect, test } from 'vitest';
import { compareSchemas } from './compare-schemas.ts';
import { reduce, type Direction, type Schema } from './schema.ts';

const text: Schema = { type: 'string' };
const number: Schema = { type: 'number' };
const choice = (...values: string[]): Schema => ({ type: 'string', enum: values });
const object = (fields: Record<string, Schema>): Schema => ({ type: 'object', fields });
const list = (items: Schema): Schema => ({ type: 'array', items });

/** What is said of the change where it is sent, and where it is answered; `ok` does not break. */
const CASES: readonly (readonly [string, Schema, Schema, string, string])[] = [
  ['nothing changes', object({ a: text }), object({ a: text }), 'ok', 'ok'],
  ['a field that may be missing comes', object({}), object({ 'a?': text }), 'ok', 'ok'],
  ['a required field comes', object({}), object({ a: text }), 'a is required now', 'ok'],
  ['a field goes', object({ a: text }), object({}), 'a is not read any more', 'a removed'],
  ['a field becomes required', object({ 'a?': text }), object({ a: text }), 'a is required now', 'ok'],
  ['a field becomes optional', object({ a: text }), object({ 'a?': text }), 'ok', 'a may be missing now'],
  ['a type changes', text, number, 'is number now, was string', 'is number now, was string'],
  ['whole numbers become any', { type: 'integer' }, number, 'ok', 'is number now, was integer'],
  ['any number becomes whole', number, { type: 'integer' }, 'is integer now, was number', 'ok'],
  ['null comes', text, { ...text, nullable: true }, 'ok', 'may be null now'],
  ['null goes', { ...text, nullable: true }, text, 'null is not accepted any more', 'ok'],
  ['only null is left', text, { type: 'null' }, 'is only null now', 'may be null now'],
  ['a value comes', choice('a'), choice('a', 'b'), 'ok', 'may be "b" now'],
  ['a value goes', choice('a', 'b'), choice('a'), '"b" is not accepted any more', 'ok'],
  ['any text becomes values', text, choice('a'), 'takes only listed values now', 'ok'],
  ['values become any text', choice('a'), text, 'ok', 'may be a value that is not listed now'],
  ['a format comes', text, { ...text, format: 'uuid' }, 'has the format uuid now, had none', 'ok'],
  ['a format goes', { ...text, format: 'uuid' }, text, 'ok', 'has the format of any text now, had uuid'],
  ['anything becomes text', {}, text, 'takes only string now', 'ok'],
  ['text becomes anything', text, {}, 'ok', 'may be anything now'],
  [
    'within a list',
    object({ a: list(object({ b: text })) }),
    object({ a: list(object({})) }),
    'a[].b is not read any more',
    'a[].b removed',
  ],
  [
    'a kind comes',
    { anyOf: [text, list(text)] },
    { anyOf: [text, list(text), number] },
    'ok',
    'is number now, was string',
  ],
  ['a kind goes', { anyOf: [text, number] }, text, 'is string now, was number', 'ok'],
  [
    'in one of two kinds',
    { anyOf: [object({ k: choice('a'), x: text }), object({ k: choice('b') })] },
    { anyOf: [object({ k: choice('b') }), object({ k: choice('a') })] },
    'x is not read any more',
    'x removed',
  ],
  [
    'values of data keys',
    { type: 'object', values: text },
    { type: 'object', values: number },
    '{} is number now, was string',
    '{} is number now, was string',
  ],
  [
    'data keys become fields',
    { type: 'object', values: text },
    object({ a: text }),
    'a is required now; {} removed',
    '{} removed',
  ],
  [
    'keys become listed',
    { type: 'object', values: text },
    { type: 'object', values: text, keys: choice('a') },
    '{} keys takes only listed values now',
    'ok',
  ],
];

describe.for(['request', 'response'] as const)('in a %s', (direction) => {
  test.for(CASES)('%s', ([, before, after, sent, answered]) => {
    const found = compareSchemas(before, after, direction).map(({ path, what }) => `${path} ${what}`.trim());
    expect(found.toSorted().join('; ') || 'ok').toBe(direction === 'request' ? sent : answered);
  });
});

test.for([
  [{ minLength: 1 }, { minLength: 2 }, 'minLength is 2 now, was 1'],
  [{ minLength: 2 }, { minLength: 1 }, ''],
  [{}, { maxItems: 5 }, 'maxItems is 5 now, was not limited'],
  [{ maximum: 10 }, { maximum: 9 }, 'maximum is 9 now, was 10'],
  [{ maximum: 10 }, { maximum: 11 }, ''],
  [{ patterns: ['a'] }, { patterns: ['a', 'b'] }, 'must match b now'],
  [{ patterns: ['a'] }, {}, ''],
  [{ default: 1 }, { default: 2 }, 'is 2 now where it is missing, was 1'],
  [{}, { default: 2 }, ''],
] as const)('limits of a request: %o to %o', ([before, after, expected]) => {
  const found = compareSchemas({ type: 'string', ...before }, { type: 'string', ...after }, 'request');
  expect(found.map(({ what }) => what).join('; ')).toBe(expected);
});

test.for<readonly [Record<string, unknown>, Direction, Schema]>([
  [{ type: ['string', 'null'], maxLength: 5 }, 'request', { type: 'string', nullable: true, maxLength: 5 }],
  [{ type: 'string', maxLength: 5, pattern: 'a' }, 'response', { type: 'string' }],
  [{ type: 'string', format: 'uuid', pattern: 'a' }, 'request', { type: 'string', format: 'uuid' }],
  [
    { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    'request',
    { type: 'integer', minimum: 0 },
  ],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'response', { type: 'string', nullable: true }],
  [
    { oneOf: [{ type: 'string', const: 'a' }, { type: 'number' }] },
    'response',
    { anyOf: [choice('a'), number] },
  ],
  [
    { type: 'object', properties: { a: {}, b: {} }, required: ['a'], additionalProperties: false },
    'request',
    object({ a: {}, 'b?': {} }),
  ],
  [
    { type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} },
    'response',
    { type: 'object', values: {} },
  ],
])('%o of a %s is reduced', ([json, direction, expected]) => {
  expect(reduce(json, direction)).toEqual(expected);
});

test('a keyword that would not be compared is refused', () => {
  expect(() => reduce({ type: 'number', multipleOf: 2 }, 'request')).toThrow('does not know multipleOf');
});
