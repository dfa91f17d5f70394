import { describe, expect, test } from 'vitest';
import {
  answerErrors,
  interestsWith,
  isOnboardingDue,
  mayCloseOnboarding,
  ONBOARDING_STEPS,
  onboardingProblem,
  reachedStep,
  stepAfter,
  stepBefore,
  type OnboardingDraft,
  type OnboardingStep,
} from './rules-onboarding.ts';

const NOTHING: OnboardingDraft = {
  timezone: '',
  persona_type: '',
  persona_level: '',
  persona_diy: '',
  interests: [],
  comments: '',
};
const ALL: OnboardingDraft = {
  timezone: 'Europe/Lisbon',
  persona_type: 'artist',
  persona_level: 'pro',
  persona_diy: 'yes',
  interests: ['mixing'],
  comments: '',
};

describe('the order of the steps', () => {
  test('forward and back by one step, within the ends', () => {
    const on = ONBOARDING_STEPS.map(stepAfter);
    expect(on).toEqual([...ONBOARDING_STEPS.slice(1), 'THANK_YOU']);
    const back = ONBOARDING_STEPS.map(stepBefore);
    expect(back).toEqual([null, ...ONBOARDING_STEPS.slice(0, -1)]);
  });

  test('only the last one can be closed', () => {
    expect(ONBOARDING_STEPS.filter(mayCloseOnboarding)).toEqual(['THANK_YOU']);
  });

  test.each<[OnboardingStep, OnboardingDraft, OnboardingStep]>([
    ['WELCOME', NOTHING, 'WELCOME'],
    ['THANK_YOU', NOTHING, 'TIMEZONE'],
    ['PERSONA_DIY', { ...ALL, persona_type: '' }, 'PERSONA_TYPE'],
    ['TIMEZONE', { ...ALL, persona_type: '' }, 'TIMEZONE'],
    ['THANK_YOU', { ...ALL, interests: [] }, 'INTERESTS'],
    ['INTERESTS', ALL, 'INTERESTS'],
  ])('a draft at %s stands no further than its answers', (step, draft, reached) => {
    expect(reachedStep(step, draft)).toBe(reached);
  });
});

describe('what each step requires', () => {
  test.each<[OnboardingStep, Partial<OnboardingDraft>, string | null]>([
    ['WELCOME', NOTHING, null],
    ['THANK_YOU', NOTHING, null],
    ['TIMEZONE', { timezone: '' }, 'timezone'],
    ['TIMEZONE', {}, null],
    ['PERSONA_TYPE', { persona_type: '' }, 'persona_type'],
    ['PERSONA_TYPE', { persona_type: 'Not A Value' }, 'persona_type'],
    ['PERSONA_TYPE', {}, null],
    ['PERSONA_LEVEL', { persona_level: '' }, 'persona_level'],
    ['PERSONA_LEVEL', {}, null],
    ['PERSONA_DIY', { persona_diy: '' }, 'persona_diy'],
    ['PERSONA_DIY', {}, null],
    ['INTERESTS', { interests: [] }, 'interests'],
    ['INTERESTS', { interests: ['mixing', ''] }, 'interests'],
    ['INTERESTS', { interests: ['other'] }, 'comments'],
    ['INTERESTS', { interests: ['other'], comments: ' \n ' }, 'comments'],
    ['INTERESTS', { interests: ['other'], comments: 'a choir' }, null],
    ['INTERESTS', { interests: ['mixing'] }, null],
    ['INTERESTS', { comments: 'x'.repeat(255) }, null],
    ['INTERESTS', { comments: 'x'.repeat(256) }, 'comments'],
    ['INTERESTS', { comments: '🎹'.repeat(255) }, null],
    ['INTERESTS', { comments: '🎹'.repeat(256) }, 'comments'],
  ])('%s with %o', (step, more, field) => {
    expect(onboardingProblem(step, { ...ALL, ...more })?.field ?? null).toBe(field);
  });

  test('all answers are validated together', () => {
    expect(answerErrors(ALL)).toEqual([]);
    expect(answerErrors(NOTHING).map(({ field }) => field)).toEqual([
      'persona_type',
      'persona_level',
      'persona_diy',
      'interests',
    ]);
  });
});

test.each<[string, string[], string[]]>([
  ['', ['mixing'], ['mixing']],
  ['  ', [], []],
  ['a choir', [], ['other']],
  ['a choir', ['mixing'], ['mixing', 'other']],
  ['a choir', ['other'], ['other']],
])('a comment %o ticks other beside %o', (comments, interests, all) => {
  expect(interestsWith(comments, interests)).toEqual(all);
});

describe('when it opens by itself', () => {
  const fresh = { role: 'client', status: 'ondemand', isOnboardingCompleted: false } as const;
  test.each([
    [fresh, true],
    [{ ...fresh, status: 'trial' }, true],
    [{ ...fresh, status: 'signup' }, false],
    [{ ...fresh, isOnboardingCompleted: true }, false],
    [{ ...fresh, role: 'partner', status: null } as const, false],
    [{ ...fresh, role: 'managed', status: null } as const, false],
    [{ ...fresh, role: 'operator', status: null } as const, false],
  ])('for %o: %o', (me, due) => {
    expect(isOnboardingDue(me)).toBe(due);
  });
});
