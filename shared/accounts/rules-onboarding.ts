import { characters, cleanText } from '../lib/text.ts';
import type { FieldError } from '../lib/problem.ts';
import type { Role } from '../lib/endpoint.ts';
import { ONBOARDING } from './texts-onboarding.ts';

/** The steps in their order (part 1 section 2). HOW_PLATFORM_WORKS, named there too, is the how-it-works modal that the last one leads to. */
export const ONBOARDING_STEPS = [
  'WELCOME',
  'TIMEZONE',
  'PERSONA_TYPE',
  'PERSONA_LEVEL',
  'PERSONA_DIY',
  'INTERESTS',
  'THANK_YOU',
] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

export const COMMENTS_MAX = 255;
/** The interest that wants a comment. */
export const OTHER = 'other';

/** What somebody says of themselves, as it is sent (part 1 section 3 "Onboarding answers"). */
export interface OnboardingAnswers {
  readonly persona_type: string;
  readonly persona_level: string;
  readonly persona_diy: string;
  readonly interests: readonly string[];
  readonly comments: string;
}

/** Answers on their way: '' is not answered yet. */
export interface OnboardingDraft extends OnboardingAnswers {
  readonly timezone: string;
}

/** What keeps somebody on a step, by field; null when they may go on (part 1 section 5). */
export function onboardingProblem(step: OnboardingStep, draft: OnboardingDraft): FieldError | null {
  switch (step) {
    case 'WELCOME':
    case 'THANK_YOU':
      return null;
    case 'TIMEZONE':
      return draft.timezone === '' ? { field: 'timezone', message: ONBOARDING.zone } : null;
    case 'PERSONA_TYPE':
      return unanswered('persona_type', draft);
    case 'PERSONA_LEVEL':
      return unanswered('persona_level', draft);
    case 'PERSONA_DIY':
      return unanswered('persona_diy', draft);
    case 'INTERESTS':
      return interestsProblem(draft);
  }
}

function unanswered(
  field: 'persona_type' | 'persona_level' | 'persona_diy',
  answers: OnboardingAnswers,
): FieldError | null {
  return isValue(answers[field]) ? null : { field, message: ONBOARDING.answer };
}

/** "At least one option ticked; if other is ticked a comment is required; comments maximum 255 characters." */
function interestsProblem({ interests, comments }: OnboardingAnswers): FieldError | null {
  const words = cleanText(comments);
  if (interests.length === 0 || !interests.every(isValue))
    return { field: 'interests', message: ONBOARDING.interest };
  if (interests.includes(OTHER) && words === '') return { field: 'comments', message: ONBOARDING.other };
  if (characters(words) > COMMENTS_MAX) return { field: 'comments', message: ONBOARDING.commentsTooLong };
  return null;
}

/** The form of an option's value in the content. */
const isValue = (value: string): boolean => /^[a-z0-9_-]{1,64}$/.test(value);

/** What is wrong with the answers that were sent; empty when they can be kept. */
export function answersProblems(answers: OnboardingAnswers): FieldError[] {
  return [
    unanswered('persona_type', answers),
    unanswered('persona_level', answers),
    unanswered('persona_diy', answers),
    interestsProblem(answers),
  ].filter((problem) => problem !== null);
}

/** The step after this one; the last stays. "All steps must be passed in order." */
export function stepAfter(step: OnboardingStep): OnboardingStep {
  return ONBOARDING_STEPS[ONBOARDING_STEPS.indexOf(step) + 1] ?? step;
}

/** The step before this one, null at the first. */
export function stepBefore(step: OnboardingStep): OnboardingStep | null {
  return ONBOARDING_STEPS[ONBOARDING_STEPS.indexOf(step) - 1] ?? null;
}

/** Where a draft may stand: at its step, but not beyond the first that is not answered. */
export function reachedStep(step: OnboardingStep, draft: OnboardingDraft): OnboardingStep {
  const open = ONBOARDING_STEPS.find((one) => onboardingProblem(one, draft) !== null);
  if (open === undefined) return step;
  return ONBOARDING_STEPS.indexOf(open) < ONBOARDING_STEPS.indexOf(step) ? open : step;
}

/** "Cannot be closed until THANK_YOU." */
export function mayCloseOnboarding(step: OnboardingStep): boolean {
  return step === 'THANK_YOU';
}

/** "Typing a comment auto-ticks other": the interests that go with it. */
export function interestsWith(comments: string, interests: readonly string[]): readonly string[] {
  return comments.trim() === '' || interests.includes(OTHER) ? interests : [...interests, OTHER];
}

/**
 * Whether the onboarding opens by itself: for clients who have not completed it, once they are past the choice of a
 * plan. "It is not loaded for partners" (part 1 section 6), nor for managed clients and operators, who are set up by others.
 */
export function isOnboardingDue(me: {
  readonly role: Role;
  readonly status: string | null;
  readonly isOnboardingCompleted: boolean;
}): boolean {
  return me.role === 'client' && me.status !== 'signup' && !me.isOnboardingCompleted;
}
