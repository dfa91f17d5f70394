import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import {
  ONBOARDING_STEPS,
  reachedStep,
  type OnboardingDraft,
  type OnboardingStep,
} from '../../../shared/accounts/rules-onboarding.ts';

const text = orElse(z.string(), '');

const Kept = z.object({
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

/** The form as it is filled in. */
export interface OnboardingForm extends OnboardingDraft {
  interests: string[];
}

export interface KeptOnboarding {
  readonly step: OnboardingStep;
  readonly draft: OnboardingForm;
}

/** Reads what was kept of the onboarding, at the step that its answers reach; strange or nothing begins anew in `zone`. */
export function readOnboarding(kept: string | null, zone: string): KeptOnboarding {
  const empty = {
    timezone: zone,
    persona_type: '',
    persona_level: '',
    persona_diy: '',
    interests: [],
    comments: '',
  };
  try {
    const read = Kept.safeParse(JSON.parse(kept ?? 'null'));
    if (!read.success) return { step: 'WELCOME', draft: empty };
    const { step, draft } = read.data;
    return { step: reachedStep(step, draft), draft };
  } catch {
    return { step: 'WELCOME', draft: empty };
  }
}

/** One for each person: the next one at this browser never sees the last one's. */
export const onboardingKey = (personId: string): string => `onboarding:${personId}`;
