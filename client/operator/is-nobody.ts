import { ProblemError } from '../lib/api.ts';

/** Whether an address names nobody, or no id at all. */
export const isNobody = (error: unknown): boolean =>
  error instanceof ProblemError && ['not_found', 'malformed'].includes(error.problem.code);
