import { LOGIN } from '../../../shared/accounts/texts.ts';
import { ProblemError } from '../../app/api.ts';

/** What a failed login says, and whether under the e-mail field or above the form (part 1 section 8). */
export function loginFailure(error: unknown): { readonly at: 'email' | 'form'; readonly words: string } {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  // What cannot be an address or a password here, such as one of 300 characters, is nobody's.
  if (problem?.status === 400) return { at: 'email', words: LOGIN.wrong };
  switch (problem?.code) {
    case 'wrong_credentials':
      return { at: 'email', words: LOGIN.wrong };
    case 'no_password':
      return { at: 'form', words: LOGIN.noPassword };
    case 'waitlisted':
    case 'too_many_requests':
    case 'bad_ticket':
      return { at: 'form', words: problem.detail };
    default:
      return { at: 'form', words: LOGIN.trouble };
  }
}
