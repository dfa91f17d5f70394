import type { FieldError } from './problem.ts';

/** A refusal: reason, and optionally its own text and fields. */
export interface Refusal<R extends string = string> {
  readonly ok: false;
  readonly reason: R;
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  /** Seconds for Retry-After. */
  readonly retryAfter?: number;
}

/** An expected outcome is a value; faults throw. */
export type Result<T, R extends string = string> = { readonly ok: true; readonly value: T } | Refusal<R>;

/** Success with a value. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** A refusal; `more` adds text for the person or the fields concerned. */
export function fail<const R extends string>(
  reason: R,
  more: Pick<Refusal, 'detail' | 'errors' | 'retryAfter'> = {},
): Refusal<R> {
  return { ok: false, reason, ...more };
}
