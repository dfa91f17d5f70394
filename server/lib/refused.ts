import type { CommonProblem, FieldError } from '#shared/lib/problem.ts';

/** A refusal that can happen to any call, thrown by the binder's own checks and by rate limits. */
export class Refused extends Error {
  readonly code: CommonProblem;
  readonly errors: readonly FieldError[];
  readonly retryAfter: number | undefined;
  /** Text before "Try again in …"; the general one by default. */
  readonly text: string | undefined;
  constructor(
    code: CommonProblem,
    more: { errors?: readonly FieldError[]; retryAfter?: number; text?: string | undefined } = {},
  ) {
    super(code);
    this.code = code;
    this.errors = more.errors ?? [];
    this.retryAfter = more.retryAfter;
    this.text = more.text;
  }
}

/** A provider outside refused a call, in its own words; nothing followed from the call. */
export class RefusedOutside extends Error {
  /** What the person reads. */
  readonly words: string;
  constructor(message: string, words: string, cause?: Error) {
    super(message, { cause });
    this.words = words;
  }
}
