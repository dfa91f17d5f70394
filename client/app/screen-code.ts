import { ProblemError, UNREACHABLE } from './api.ts';

/**
 * The code of a screen. When it does not come, the network is away or a newer release has replaced it: said as a
 * lost connection, so that the router does not reload the page by itself, which offline would lose it.
 */
export function screenCode<T>(code: Promise<T>): Promise<T> {
  return code.catch(() => {
    throw new ProblemError(UNREACHABLE);
  });
}
