import { invalid } from './errors.ts';
import { isObject, type Raw } from './form.ts';

/** Reads one parameter, or fails as Stripe does, naming it. */
export interface Field<T> {
  readonly required?: true;
  /** The fields of an object, or the field within a list or an option. */
  readonly shape?: Fields;
  readonly inner?: Field<unknown>;
  read(raw: Raw, at: string): T;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The values of an object's fields. An optional one that is absent is undefined. */
export type InputOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends { readonly required: true }
    ? ValueOf<F[K]>
    : ValueOf<F[K]> | undefined;
};
export type ValueOf<F> = F extends Field<infer T> ? T : never;

const notEmpty = (at: string): Error =>
  invalid(
    `You passed an empty string for '${at}'. We assume empty values are an attempt to unset a parameter; however '${at}' cannot be unset. You should remove '${at}' from your request or supply a non-empty value.`,
    at,
    'parameter_invalid_empty',
  );

export const text: Field<string> = {
  read(raw, at) {
    if (isObject(raw)) throw invalid('Invalid string: {}', at);
    if (raw === '') throw notEmpty(at);
    if (raw.length > 5000)
      throw invalid(`Invalid string: ${raw.slice(0, 20)}...; must be at most 5000 characters`, at);
    return raw;
  },
};

export const integer: Field<number> = {
  read(raw, at) {
    if (isObject(raw) || !/^-?\d{1,15}$/.test(raw))
      throw invalid(
        `Invalid integer: ${isObject(raw) ? '{}' : raw.slice(0, 40)}`,
        at,
        'parameter_invalid_integer',
      );
    return Number(raw);
  },
};

/** An integer within bounds. */
export const integerIn = (least: number, most: number): Field<number> => ({
  read(raw, at) {
    const value = integer.read(raw, at);
    if (value < least)
      throw invalid(`This value must be greater than or equal to ${least}.`, at, 'parameter_invalid_integer');
    if (value > most)
      throw invalid(`This value must be less than or equal to ${most}.`, at, 'parameter_invalid_integer');
    return value;
  },
});

/** A decimal number with at most four places. */
export const decimal: Field<number> = {
  read(raw, at) {
    if (isObject(raw) || !/^-?\d{1,9}(\.\d{1,4}0*)?$/.test(raw))
      throw invalid(`Invalid decimal: ${isObject(raw) ? '{}' : raw.slice(0, 40)}`, at);
    return Number(raw);
  },
};

export const flag: Field<boolean> = {
  read(raw, at) {
    if (raw !== 'true' && raw !== 'false')
      throw invalid(`Invalid boolean: ${isObject(raw) ? '{}' : raw.slice(0, 40)}`, at);
    return raw === 'true';
  },
};

export const oneOf = <const T extends string>(...values: readonly T[]): Field<T> => ({
  read(raw, at) {
    const found = values.find((value) => value === raw);
    if (found !== undefined) return found;
    const name = /[^[\]]+(?=\]?$)/.exec(at)?.[0] ?? at;
    throw invalid(`Invalid ${name}: must be one of ${values.join(', ')}`, at);
  },
});

/** The first field that takes the value; the last one's error if none does. */
export const either = <A, B>(first: Field<A>, second: Field<B>): Field<A | B> => ({
  read(raw, at) {
    try {
      return first.read(raw, at);
    } catch {
      return second.read(raw, at);
    }
  },
});

/** An empty string clears. */
export const clearable = <T>(field: Field<T>): Field<T | null> => ({
  inner: field,
  read: (raw, at) => (raw === '' ? null : field.read(raw, at)),
});

export const required = <T>(field: Field<T>): Field<T> & { readonly required: true } => ({
  required: true,
  inner: field,
  read: (raw, at) => field.read(raw, at),
});

export const list = <T>(field: Field<T>): Field<readonly T[]> => ({
  inner: field,
  read(raw, at) {
    if (!isObject(raw)) throw invalid('Invalid array', at);
    return Object.keys(raw)
      .toSorted((a, b) => Number(a) - Number(b))
      .map((key) => {
        if (!/^\d+$/.test(key)) throw invalid('Invalid array', at);
        return field.read(raw[key] ?? '', `${at}[${key}]`);
      });
  },
});

export const object = <F extends Fields>(fields: F): Field<InputOf<F>> => ({
  shape: fields,
  read(raw, at) {
    if (!isObject(raw)) throw invalid('Invalid object', at);
    const name = (key: string): string => (at === '' ? key : `${at}[${key}]`);
    const unknown = Object.keys(raw).filter((key) => !Object.hasOwn(fields, key));
    if (unknown[0] !== undefined) {
      const names = unknown.map(name).join(', ');
      throw invalid(
        `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${names}`,
        name(unknown[0]),
        'parameter_unknown',
      );
    }
    const values: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(fields)) {
      const given = raw[key];
      if (given === undefined && field.required)
        throw invalid(`Missing required param: ${name(key)}.`, name(key), 'parameter_missing');
      values[key] = given === undefined ? undefined : field.read(given, name(key));
    }
    return values as InputOf<F>;
  },
});

/** Changes of metadata: an empty value removes a key, an empty string all of them. */
export type MetadataChange = Readonly<Record<string, string>> | null;
export const metadata: Field<MetadataChange> = {
  read(raw, at) {
    if (raw === '') return null;
    if (!isObject(raw)) throw invalid('Invalid object', at);
    const change: Record<string, string> = {};
    for (const [key, value] of Object.entries(raw)) {
      if (isObject(value)) throw invalid('Metadata values must be strings', `${at}[${key}]`);
      if (key.length > 40 || value.length > 500)
        throw invalid('Metadata keys take 40 characters, values 500.', `${at}[${key}]`);
      change[key] = value;
    }
    return change;
  },
};

/** Metadata after a change. */
export function mergeMetadata(
  was: Readonly<Record<string, string>> | null,
  change: MetadataChange | undefined,
): Record<string, string> {
  if (change === undefined) return { ...was };
  if (change === null) return {};
  return Object.fromEntries(Object.entries({ ...was, ...change }).filter(([, value]) => value !== ''));
}

export const address = object({
  city: clearable(text),
  country: clearable(text),
  line1: clearable(text),
  line2: clearable(text),
  postal_code: clearable(text),
  state: clearable(text),
});

export const range = either(integer, object({ gt: integer, gte: integer, lt: integer, lte: integer }));
