import { LOWER, UPPER, type Direction, type Schema } from './schema.ts';

/** A breaking difference: where it is, and what it is. */
export interface Difference {
  readonly path: string;
  readonly what: string;
}

/**
 * Differences that break an old tab: it sends by `before` what `after` refuses, or gets by `after` what it does not
 * know from `before` (docs/contributing.md#what-breaks-an-old-tab).
 */
export function compareSchemas(
  before: Schema,
  after: Schema,
  direction: Direction,
  path = '',
): readonly Difference[] {
  const isRequest = direction === 'request';
  const difference = (what: string): Difference => ({ path, what });
  const [narrow, wide] = isRequest ? [before, after] : [after, before];
  if (isAny(wide)) return [];
  if (isAny(narrow))
    return [difference(isRequest ? `takes only ${nameOf(after)} now` : 'may be anything now')];
  const found: Difference[] = [];
  if (isNullable(narrow) && !isNullable(wide))
    found.push(difference(isRequest ? 'null is not accepted any more' : 'may be null now'));
  // Each kind of value that is sent has to be one that is taken; of several, the most alike is compared.
  for (const one of kindsOf(narrow)) {
    const tries = kindsOf(wide).map((other) =>
      isRequest ? compareKinds(one, other, direction, path) : compareKinds(other, one, direction, path),
    );
    found.push(...(tries.toSorted((a, b) => a.length - b.length)[0] ?? [difference(`is only null now`)]));
  }
  return found;
}

const isAny = ({ type, anyOf, enum: values }: Schema): boolean =>
  type === undefined && anyOf === undefined && values === undefined;
const isNullable = ({ type, nullable }: Schema): boolean => nullable === true || type === 'null';
const kindsOf = (schema: Schema): readonly Schema[] =>
  schema.anyOf ?? (schema.type === 'null' ? [] : [schema]);
const nameOf = ({ type = 'one of several kinds' }: Schema): string => type;

/** Compares values of one kind each. */
function compareKinds(before: Schema, after: Schema, direction: Direction, path: string): Difference[] {
  const isRequest = direction === 'request';
  const [narrow, wide] = isRequest ? [before, after] : [after, before];
  if (narrow.type !== wide.type && !(narrow.type === 'integer' && wide.type === 'number'))
    return [{ path, what: `is ${nameOf(after)} now, was ${nameOf(before)}` }];
  const texts = [
    ...compareValues(before, after, isRequest),
    ...(isRequest ? compareLimits(before, after) : []),
  ];
  return [
    ...texts.map((what) => ({ path, what })),
    ...(before.items && after.items ? compareSchemas(before.items, after.items, direction, `${path}[]`) : []),
    ...compareFields(before, after, direction, path),
    ...compareRecords(before, after, direction, path),
  ];
}

/** Values that a request must not use any more, or that a response may newly have. */
function compareValues(before: Schema, after: Schema, isRequest: boolean): string[] {
  const [narrow, wide] = isRequest ? [before, after] : [after, before];
  const formats =
    wide.format !== undefined && wide.format !== narrow.format
      ? [`has the format ${after.format ?? 'of any text'} now, had ${before.format ?? 'none'}`]
      : [];
  if (wide.enum === undefined) return formats;
  if (narrow.enum === undefined)
    return [...formats, isRequest ? 'takes only listed values now' : 'may be a value that is not listed now'];
  const added = narrow.enum
    .filter((value) => !wide.enum?.includes(value))
    .map((value) => JSON.stringify(value));
  return [
    ...formats,
    ...added.map((value) => (isRequest ? `${value} is not accepted any more` : `may be ${value} now`)),
  ];
}

function compareLimits(before: Schema, after: Schema): string[] {
  const texts: string[] = [];
  for (const [keys, sign] of [
    [LOWER, 1],
    [UPPER, -1],
  ] as const)
    for (const key of keys) {
      const [was, is] = [before[key], after[key]];
      if (is !== undefined && (was === undefined || (is - was) * sign > 0))
        texts.push(`${key} is ${is} now, was ${was ?? 'not limited'}`);
    }
  for (const pattern of after.patterns ?? [])
    if (before.patterns?.includes(pattern) !== true) texts.push(`must match ${pattern} now`);
  if ('default' in before && JSON.stringify(before.default) !== JSON.stringify(after.default))
    texts.push(
      `is ${JSON.stringify(after.default)} now where it is missing, was ${JSON.stringify(before.default)}`,
    );
  return texts;
}

/** Fields by name, and whether each may be missing. */
function fieldsOf({ fields = {} }: Schema): ReadonlyMap<string, { of: Schema; optional: boolean }> {
  return new Map(
    Object.entries(fields).map(([name, of]) => [
      name.replace(/\?$/, ''),
      { of, optional: name.endsWith('?') },
    ]),
  );
}

function compareFields(before: Schema, after: Schema, direction: Direction, path: string): Difference[] {
  const isRequest = direction === 'request';
  const [olds, news] = [fieldsOf(before), fieldsOf(after)];
  const place = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const found: Difference[] = [];
  for (const [name, was] of olds) {
    const is = news.get(name);
    if (is !== undefined) {
      if (isRequest ? was.optional && !is.optional : !was.optional && is.optional)
        found.push({ path: place(name), what: isRequest ? 'is required now' : 'may be missing now' });
      found.push(...compareSchemas(was.of, is.of, direction, place(name)));
    } else if (isRequest && after.values !== undefined)
      found.push(...compareSchemas(was.of, after.values, direction, place(name)));
    else found.push({ path: place(name), what: isRequest ? 'is not read any more' : 'removed' });
  }
  if (isRequest)
    for (const [name, { optional }] of news)
      if (!olds.has(name) && !optional) found.push({ path: place(name), what: 'is required now' });
  return found;
}

/** Objects whose keys are data. */
function compareRecords(before: Schema, after: Schema, direction: Direction, path: string): Difference[] {
  const place = `${path}{}`;
  if (before.values === undefined) return [];
  if (after.values === undefined) return [{ path: place, what: 'removed' }];
  return [
    ...compareSchemas(before.values, after.values, direction, place),
    ...compareSchemas(before.keys ?? ANY_KEY, after.keys ?? ANY_KEY, direction, `${place} keys`),
  ];
}

const ANY_KEY: Schema = { type: 'string' };
