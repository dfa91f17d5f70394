import * as z from 'zod/mini';

/** A field that was refused, by its path in the body ('user.email'), with words for the person. */
export const FieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** RFC 9457 problem document (decisions 2). `code` decides what a client does, `detail` is fit to show a person. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  errors: z.optional(z.array(FieldError)),
});
export type Problem = z.infer<typeof Problem>;

/** Problems that every endpoint may answer. */
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
} as const;
export type CommonProblem = keyof typeof COMMON_PROBLEMS;

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
