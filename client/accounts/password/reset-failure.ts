import { RESET } from '#shared/accounts/texts-auth.ts';
import { ProblemError } from '../../lib/api.ts';

/**
 * Message of a failed link request or password reset, and where to show it
 * (docs/product/accounts.md#password-reset).
 */
export function resetFailure(error: unknown): { readonly at: 'email' | 'form'; readonly message: string } {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  if (problem?.status === 401) return { at: 'email', message: RESET.wrong };
  if (problem?.code === 'too_many_requests') return { at: 'form', message: problem.detail };
  return { at: 'form', message: RESET.trouble };
}
