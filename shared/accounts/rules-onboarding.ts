import { characters, cleanText } from '../lib/text.ts';
import type { FieldError } from '../lib/problem.ts';
import type { Role } from '../lib/endpoint.ts';
import { ONBOARDING } from './texts-onboarding.ts';

/** Steps in order (docs/product/accounts.md#onboarding). */
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
/** This interest requires a comment. */
export const OTHER = 'other';

/** Onboarding answers, as sent (docs/product/accounts.md#onboarding-answers). */
export interface OnboardingAnswers {
  readonly persona_type: string;
  readonly persona_level: string;
  readonly persona_diy: string;
  readonly interests: readonly string[];
  readonly comments: string;
}

/** Answers being filled in; '' means not answered. */
export interface OnboardingDraft extends OnboardingAnswers {
  readonly timezone: string;
}

/**
 * First error of a step, by field; null if the next step may open
 * (docs/product/accounts.md#onboarding-answers).
 */
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

function interestsProblem({ interests, comments }: OnboardingAnswers): FieldError | null {
  const words = cleanText(comments);
  if (interests.length === 0 || !interests.every(isValue))
    return { field: 'interests', message: ONBOARDING.interest };
  if (interests.includes(OTHER) && words === '') return { field: 'comments', message: ONBOARDING.other };
  if (characters(words) > COMMENTS_MAX) return { field: 'comments', message: ONBOARDING.commentsTooLong };
  return null;
}

/** Format of an option's value in the content. */
const isValue = (value: string): boolean => /^[a-z0-9_-]{1,64}$/.test(value);

/** Errors of all answers, by field; empty if they can be saved. */
export function answerErrors(answers: OnboardingAnswers): FieldError[] {
  return [
    unanswered('persona_type', answers),
    unanswered('persona_level', answers),
    unanswered('persona_diy', answers),
    interestsProblem(answers),
  ].filter((problem) => problem !== null);
}

/** The next step; the last one stays. */
export function stepAfter(step: OnboardingStep): OnboardingStep {
  return ONBOARDING_STEPS[ONBOARDING_STEPS.indexOf(step) + 1] ?? step;
}

/** The previous step; null at the first. */
export function stepBefore(step: OnboardingStep): OnboardingStep | null {
  return ONBOARDING_STEPS[ONBOARDING_STEPS.indexOf(step) - 1] ?? null;
}

/** The furthest step a draft may open at: its own, but not past the first unanswered one. */
export function reachedStep(step: OnboardingStep, draft: OnboardingDraft): OnboardingStep {
  const open = ONBOARDING_STEPS.find((one) => onboardingProblem(one, draft) !== null);
  if (open === undefined) return step;
  return ONBOARDING_STEPS.indexOf(open) < ONBOARDING_STEPS.indexOf(step) ? open : step;
}

/** Whether the modal may be closed on a step (docs/product/accounts.md#onboarding). */
export function mayCloseOnboarding(step: OnboardingStep): boolean {
  return step === 'THANK_YOU';
}

/** Interests with "other" added once a comment is typed. */
export function interestsWith(comments: string, interests: readonly string[]): readonly string[] {
  return comments.trim() === '' || interests.includes(OTHER) ? interests : [...interests, OTHER];
}

/**
 * Whether the onboarding opens by itself: for clients who have a plan and have not completed it
 * (docs/product/accounts.md#onboarding).
 */
export function isOnboardingDue(me: {
  readonly role: Role;
  readonly status: string | null;
  readonly isOnboardingCompleted: boolean;
}): boolean {
  return me.role === 'client' && me.status !== 'signup' && !me.isOnboardingCompleted;
}
