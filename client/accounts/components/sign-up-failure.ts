import { SIGN_UP } from '../../../shared/accounts/texts-door.ts';
import { ProblemError } from '../../app/api.ts';

/** What a failed sign-up says, and whether under the e-mail field or above the form (part 1 section 8). */
export function signUpFailure(error: unknown): { readonly at: 'email' | 'form'; readonly words: string } {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  switch (problem?.code) {
    case 'email_taken':
      return { at: 'email', words: SIGN_UP.taken };
    case 'no_such_bundle':
    case 'too_many_requests':
      return { at: 'form', words: problem.detail };
    default:
      return { at: 'form', words: SIGN_UP.trouble };
  }
}
