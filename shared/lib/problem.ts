import type * as z from 'zod/mini';
import type * as wire from './wire.ts';

export type FieldError = z.infer<typeof wire.FieldError>;
export type Problem = z.infer<typeof wire.Problem>;

/** Problems of every endpoint. */
export const COMMON_PROBLEMS = {
  malformed: { status: 400, detail: 'Something in this request is not in the right form.' },
  not_signed_in: { status: 401, detail: 'Please sign in first.' },
  wrong_role: { status: 403, detail: 'Your account cannot do this.' },
  cross_site: { status: 403, detail: 'This request came from another site and was refused.' },
  not_found: { status: 404, detail: 'There is nothing here.' },
  method_not_allowed: { status: 405, detail: 'This address does not take that method.' },
  idempotency_mismatch: { status: 422, detail: 'This Idempotency-Key was used for another request.' },
  too_large: { status: 413, detail: 'This request is too large.' },
  too_long: { status: 414, detail: 'This address is too long.' },
  unsupported_media_type: { status: 415, detail: 'This call takes JSON (application/json).' },
  too_many_requests: { status: 429, detail: 'That was a lot at once. Please wait a moment and try again.' },
  fault: { status: 500, detail: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, detail: 'The studio is away for a moment. Please try again shortly.' },
  busy: { status: 503, detail: 'Many people are here at the same moment. Please try again shortly.' },
  outcome_unknown: {
    status: 503,
    detail: 'We do not know whether this went through. Please try again: it will not happen twice.',
  },
} as const;
export type CommonProblem = keyof typeof COMMON_PROBLEMS;

/** `outcome_unknown` for a call without an Idempotency-Key. */
export const OUTCOME_UNKNOWN_ONCE =
  'We do not know whether this went through. Please look before you try again.';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  413: 'Too large',
  414: 'Address too long',
  415: 'Unsupported media type',
  422: 'Unprocessable',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Internal error',
  503: 'Unavailable',
  507: 'Storage full',
};

/** Builds a problem document; `errors` is left out when there are none. */
export function problem(
  code: string,
  kind: { readonly status: number; readonly detail: string },
  errors: readonly FieldError[] = [],
): Problem {
  const { status, detail } = kind;
  const document = { type: `urn:problem:${code}`, title: TITLES[status] ?? 'Error', status, detail, code };
  return errors.length === 0 ? document : { ...document, errors: [...errors] };
}
