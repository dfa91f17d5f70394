import { RESET } from '../../../shared/accounts/texts-door.ts';
import { ProblemError } from '../../app/api.ts';

/**
 * What a failed request for a link, or a failed change of the password, says: 401 the first text, all else the second
 * (part 1 section 8); who asked too often hears how long to wait.
 */
export function resetFailure(error: unknown): { readonly at: 'email' | 'form'; readonly words: string } {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  if (problem?.status === 401) return { at: 'email', words: RESET.wrong };
  if (problem?.code === 'too_many_requests') return { at: 'form', words: problem.detail };
  return { at: 'form', words: RESET.trouble };
}
