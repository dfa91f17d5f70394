import { LOGIN } from '#shared/accounts/texts.ts';
import { ProblemError } from '../../lib/api.ts';

/** Message of a failed login, and where to show it (docs/product/accounts.md#login). */
export function loginFailure(error: unknown): { readonly at: 'email' | 'form'; readonly message: string } {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  // Malformed input, such as 300 characters, cannot match any account.
  if (problem?.status === 400) return { at: 'email', message: LOGIN.wrong };
  switch (problem?.code) {
    case 'wrong_credentials':
      return { at: 'email', message: LOGIN.wrong };
    case 'no_password':
      return { at: 'form', message: LOGIN.noPassword };
    case 'too_many_requests':
    case 'bad_ticket':
    case 'blocked':
      return { at: 'form', message: problem.detail };
    default:
      return { at: 'form', message: LOGIN.trouble };
  }
}
