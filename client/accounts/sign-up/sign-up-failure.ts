import { SIGN_UP } from '#shared/accounts/texts-auth.ts';
import { ProblemError } from '../../lib/api.ts';

/** Message of a failed sign-up, and where to show it (docs/product/accounts.md#sign-up). */
export function signUpFailure(error: unknown): { readonly at: 'email' | 'form'; readonly message: string } {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  switch (problem?.code) {
    case 'email_taken':
      return { at: 'email', message: SIGN_UP.taken };
    case 'no_such_bundle':
    case 'too_many_requests':
      return { at: 'form', message: problem.detail };
    default:
      return { at: 'form', message: SIGN_UP.trouble };
  }
}
