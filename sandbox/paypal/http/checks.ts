import { invalid, type Detail } from './errors.ts';

/** Looks at one value of a body; tells what is wrong with it. */
export type Check = (value: unknown, field: string, wrong: Detail[]) => void;

const tell = (wrong: Detail[], field: string, issue: string, description: string): void => {
  wrong.push({ field, issue, description, location: 'body' });
};
const misshapen = (wrong: Detail[], field: string): void =>
  tell(
    wrong,
    field,
    'INVALID_PARAMETER_SYNTAX',
    'The value of a field does not conform to the expected format.',
  );

/** Text of a length, in a form. */
export const text =
  (min: number, max: number, form?: RegExp): Check =>
  (value, field, wrong) => {
    if (typeof value !== 'string' || (form !== undefined && !form.test(value))) misshapen(wrong, field);
    else if (value.length < min)
      tell(wrong, field, 'INVALID_STRING_MIN_LENGTH', 'The value of a field is too short.');
    else if (value.length > max)
      tell(wrong, field, 'INVALID_STRING_MAX_LENGTH', 'The value of a field is too long.');
  };

export const oneOf =
  (...values: readonly string[]): Check =>
  (value, field, wrong) => {
    if (!values.includes(value as string))
      tell(wrong, field, 'INVALID_PARAMETER_VALUE', 'The value of a field is invalid.');
  };

export const whole =
  (min: number, max: number): Check =>
  (value, field, wrong) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) misshapen(wrong, field);
    else if (value < min)
      tell(wrong, field, 'INVALID_INTEGER_MIN_VALUE', 'The integer value of a field is too small.');
    else if (value > max)
      tell(wrong, field, 'INVALID_INTEGER_MAX_VALUE', 'The integer value of a field is too large.');
  };

export const flag: Check = (value, field, wrong) => {
  if (typeof value !== 'boolean') misshapen(wrong, field);
};

export const anything: Check = () => {};

export const listOf =
  (check: Check, min = 1): Check =>
  (value, field, wrong) => {
    if (!Array.isArray(value) || value.length < min) misshapen(wrong, field);
    else value.forEach((one, at) => check(one, `${field}/${at}`, wrong));
  };

/** An object with these fields and no others. */
export const fields =
  (known: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  (value, field, wrong) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      misshapen(wrong, field);
      return;
    }
    for (const name of required)
      if (!Object.hasOwn(value, name))
        tell(wrong, `${field}/${name}`, 'MISSING_REQUIRED_PARAMETER', 'A required field is missing.');
    for (const [name, inner] of Object.entries(value)) {
      const check = Object.hasOwn(known, name) ? known[name] : undefined;
      if (check === undefined) misshapen(wrong, `${field}/${name}`);
      else check(inner, `${field}/${name}`, wrong);
    }
  };

const VALUE = text(1, 32, /^-?\d*(\.\d+)?$/);
export const MONEY = fields({ currency_code: text(3, 3), value: VALUE }, ['currency_code', 'value']);
export const DATE_TIME = text(20, 64, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i);
export const ADDRESS = text(10, 4000);

/** A body that is right. */
export function readBody(body: string, check: Check): unknown {
  const wrong: Detail[] = [];
  const value = parse(body);
  if (value === undefined) tell(wrong, '/', 'MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.');
  else check(value, '', wrong);
  if (wrong.length > 0) throw invalid(wrong);
  return value;
}

function parse(body: string): unknown {
  try {
    return body.trim() === '' ? {} : (JSON.parse(body) as unknown);
  } catch {
    return undefined;
  }
}
