import { ProblemError, UNREACHABLE } from '../../lib/api.ts';

/**
 * Loads the code of a screen. A failure is reported as a lost connection, or the router would reload the page and lose
 * it offline.
 */
export function screenCode<T>(code: Promise<T>): Promise<T> {
  return code.catch(() => {
    throw new ProblemError(UNREACHABLE);
  });
}
