import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import {
  ONBOARDING_STEPS,
  reachedStep,
  type OnboardingDraft,
  type OnboardingStep,
} from '#shared/accounts/rules-onboarding.ts';

const text = orElse(z.string(), '');

const Stored = z.object({
  step: orElse(z.enum(ONBOARDING_STEPS), 'WELCOME'),
  draft: z.object({
    timezone: text,
    persona_type: text,
    persona_level: text,
    persona_diy: text,
    interests: orElse(z.array(z.string()), []),
    comments: text,
  }),
});

/** Values of the onboarding form. */
export interface OnboardingForm extends OnboardingDraft {
  interests: string[];
}

export interface StoredOnboarding {
  readonly step: OnboardingStep;
  readonly draft: OnboardingForm;
}

/** Reads the stored draft, at the step its answers reach; starts anew in `zone` if it is unreadable. */
export function readOnboarding(stored: string | null, zone: string): StoredOnboarding {
  const empty = {
    timezone: zone,
    persona_type: '',
    persona_level: '',
    persona_diy: '',
    interests: [],
    comments: '',
  };
  try {
    const read = Stored.safeParse(JSON.parse(stored ?? 'null'));
    if (!read.success) return { step: 'WELCOME', draft: empty };
    const { step, draft } = read.data;
    return { step: reachedStep(step, draft), draft };
  } catch {
    return { step: 'WELCOME', draft: empty };
  }
}

/** One key per person, so that nobody sees the draft of another. */
export const onboardingKey = (personId: string): string => `onboarding:${personId}`;
