import { LOGIN } from '../../../shared/accounts/texts.ts';
import { SOCIAL } from '../../../shared/accounts/texts-door.ts';
import { ProblemError } from '../../app/api.ts';

const SAID = new Set([
  'bad_token',
  'no_email',
  'provider_away',
  'provider_off',
  'waitlisted',
  'too_many_requests',
]);

/**
 * What a failed social sign-in says: the requirement's text for 422 (part 1 section 8). Others it only logs; we say a
 * general text, since somebody waits for something to happen (decisions 2).
 */
export function socialFailure(error: unknown): string {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  if (problem?.code === 'other_provider') return SOCIAL.otherProvider;
  return problem !== undefined && SAID.has(problem.code) ? problem.detail : LOGIN.trouble;
}
