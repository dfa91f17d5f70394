import * as z from 'zod/mini';
import { ProblemError } from '../app/api.ts';

/** The login's fields and their rules (part 1 section 5). The e-mail is lowercased before it is sent. */
export const LoginForm = z.object({
  email: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, { error: 'Required', abort: true }),
      z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Invalid email address'),
    ),
  password: z.string().check(z.minLength(1, 'Required')),
});
export type LoginForm = z.infer<typeof LoginForm>;

/** What a failed login says, and whether under the e-mail field or above the form (part 1 section 8). */
export function loginFailure(error: unknown): { readonly at: 'email' | 'form'; readonly words: string } {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  switch (problem?.code) {
    case 'wrong_credentials':
      return { at: 'email', words: 'Invalid email or wrong password' };
    case 'no_password':
      return { at: 'form', words: 'Your need to login using your Google or Facebook account.' };
    case 'waitlisted':
    case 'too_many_requests':
    case 'bad_ticket':
      return { at: 'form', words: problem.detail };
    default:
      return {
        at: 'form',
        words: 'We have some issues connecting to our servers. Please try again later or contact support.',
      };
  }
}
