import type { FieldError } from './problem.ts';

/** A refusal: why, and optionally words and fields that say more than the reason's own text. */
export interface Refusal<R extends string = string> {
  readonly ok: false;
  readonly reason: R;
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
}

/** An expected outcome is a value; faults throw. */
export type Result<T, R extends string = string> = { readonly ok: true; readonly value: T } | Refusal<R>;

/** Success with a value. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** A refusal for a reason; `more` adds words for the person or the fields concerned. */
export function fail<const R extends string>(
  reason: R,
  more: Pick<Refusal, 'detail' | 'errors'> = {},
): Refusal<R> {
  return { ok: false, reason, ...more };
}
