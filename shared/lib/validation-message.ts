import type * as z from 'zod/mini';

type Issue = z.core.$ZodRawIssue;

/** Maximum of listed choices. */
const CHOICES_LISTED = 12;

/**
 * The message for a malformed value (docs/product/ui.md#validation-messages). Set once as `z.config({ localeError:
 * validationMessage })`.
 */
export function validationMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is missing.' : (EXPECTED[issue.expected] ?? WRONG_FORM);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return FORMATS[issue.format] ?? WRONG_FORM;
    case 'not_multiple_of':
      return `Please give a multiple of ${issue.divisor}.`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'unrecognized_keys':
      return `There is no field called ${issue.keys.join(', ')}.`;
    default:
      return WRONG_FORM;
  }
}

const WRONG_FORM = 'This is not in the right form.';

/** By expected type, as named by the validator. */
const EXPECTED: Readonly<Record<string, string>> = {
  string: 'Please give a text.',
  number: 'Please give a number.',
  int: 'Please give a whole number.',
  boolean: 'Please say true or false.',
  array: 'Please give a list.',
  object: 'Please give named fields.',
  record: 'Please give named fields.',
  file: 'Please give a file.',
};

/** By expected format, as named by the validator. */
const FORMATS: Readonly<Record<string, string>> = {
  email: 'This is not an email address.',
  url: 'This is not a link.',
  uuid: 'This is not one of our ids.',
  datetime: 'Please give a day and time like 2026-03-01T18:00:00Z.',
  date: 'Please give a day like 2026-03-01.',
  time: 'Please give a time like 18:00.',
};

type Bound = Extract<Issue, { readonly code: 'too_small' | 'too_big' }>;

function tooSmall(issue: Extract<Bound, { readonly code: 'too_small' }>): string {
  const { minimum, inclusive = true, origin } = issue;
  if (origin === 'string')
    return Number(minimum) === 1 ? 'Please fill this in.' : `Please give at least ${minimum} characters.`;
  if (origin === 'array' || origin === 'set')
    return Number(minimum) === 1 ? 'Please give at least one.' : `Please give at least ${minimum}.`;
  return inclusive ? `Please give ${minimum} or more.` : `Please give more than ${minimum}.`;
}

function tooBig(issue: Extract<Bound, { readonly code: 'too_big' }>): string {
  const { maximum, inclusive = true, origin } = issue;
  if (origin === 'string') return `Please keep it to ${maximum} characters.`;
  if (origin === 'array' || origin === 'set') return `Please give at most ${maximum}.`;
  return inclusive ? `Please give ${maximum} or less.` : `Please give less than ${maximum}.`;
}

function oneOf(values: readonly z.core.util.Primitive[]): string {
  const [only] = values;
  if (values.length === 1) return `This can only be ${String(only)}.`;
  if (values.length > CHOICES_LISTED) return 'Please choose one of those offered.';
  return `Please choose one of: ${values.map(String).join(', ')}.`;
}
