import { LOGIN } from '#shared/accounts/texts.ts';
import { SOCIAL } from '#shared/accounts/texts-auth.ts';
import { ProblemError } from '../../lib/api.ts';

const OWN_MESSAGES = new Set([
  'blocked',
  'bad_token',
  'no_email',
  'provider_away',
  'provider_off',
  'waitlisted',
  'too_many_requests',
]);

/** Message of a failed social login (docs/product/accounts.md#social-login). */
export function socialFailure(error: unknown): string {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  if (problem?.code === 'other_provider') return SOCIAL.otherProvider;
  return problem !== undefined && OWN_MESSAGES.has(problem.code) ? problem.detail : LOGIN.trouble;
}
