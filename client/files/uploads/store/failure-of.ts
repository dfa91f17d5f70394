import { isNotSignedIn, ProblemError } from '../../../lib/api.ts';
import type { UploadFailure } from './ports.ts';

/** An error of a call, of storage or of the network as a failure; unknown errors count as refusals. */
export function failureOf(error: unknown): UploadFailure {
  // Like a missing network: it goes on once the person has signed in again.
  if (isNotSignedIn(error)) return { status: null, message: null };
  if (error instanceof ProblemError)
    return { status: error.problem.status || null, message: error.problem.detail };
  const { status, code } = (error ?? {}) as { status?: unknown; code?: unknown };
  if (typeof status === 'number') return { status, message: null };
  // Uppy's mark of a missing network; a TypeError is code that could not be loaded.
  return { status: code === 'NETWORK' || error instanceof TypeError ? null : 500, message: null };
}
