import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { saveOnboarding } from '#shared/accounts/calls.ts';
import {
  interestsWith,
  onboardingProblem,
  stepAfter,
  stepBefore,
  type OnboardingStep,
} from '#shared/accounts/rules-onboarding.ts';
import { isSameZone } from '#shared/lib/zones.ts';
import { call } from '../../lib/api.ts';
import { showFieldErrors, errorMessage } from '../../lib/error-message.ts';
import { meQuery, useMe } from '../../lib/session.ts';
import { useUpdateMe } from '../../lib/me.ts';
import { onboardingKey, readOnboarding, type OnboardingForm } from './onboarding-draft.ts';
import { answerZone, browserZone } from '../time-zone/zone-question.ts';

/** Fields of the step that is sent; other problems are shown as a message. */
const FIELDS = { interests: 'interests', comments: 'comments' } as const;

/** State of the onboarding: step, answers, and the ways forward and back. */
export function useOnboarding() {
  const me = useMe();
  const queryClient = useQueryClient();
  const key = onboardingKey(me.id);
  const [stored] = useState(() => readOnboarding(storage()?.getItem(key) ?? null, browserZone()));
  const [step, setStep] = useState<OnboardingStep>(stored.step);
  const [trouble, setTrouble] = useState<string | null>(null);
  const form = useForm<OnboardingForm>({ defaultValues: stored.draft });
  const zone = useUpdateMe();
  const answers = useMutation({
    mutationFn: async ({ timezone: _zone, ...body }: OnboardingForm) => call(saveOnboarding, { body }),
  });

  // A reload loses nothing, not even half a word.
  useEffect(() => {
    const store = () => write(key, JSON.stringify({ step, draft: form.getValues() }));
    store();
    return form.subscribe({
      formState: { values: true },
      callback: ({ name, values: { comments, interests } }) => {
        const ticked = name === 'comments' ? interestsWith(comments, interests) : interests;
        if (ticked !== interests) {
          form.setValue('interests', [...ticked]);
          form.clearErrors('interests');
        }
        store();
      },
    });
  }, [form, key, step]);

  const go = (to: OnboardingStep) => {
    setTrouble(null);
    form.clearErrors();
    setStep(to);
  };

  /** Saves a step before the next one opens. */
  const leave = async (values: OnboardingForm) => {
    if (step === 'TIMEZONE') {
      if (!isSameZone(values.timezone, me.timezone)) await zone.mutateAsync({ timezone: values.timezone });
      answerZone();
    }
    if (step === 'INTERESTS') {
      await answers.mutateAsync(values);
      await queryClient.cancelQueries(meQuery);
      queryClient.setQueryData(meQuery.queryKey, (now) => now && { ...now, isOnboardingCompleted: true });
    }
  };

  const busy = zone.isPending || answers.isPending;
  const next = async () => {
    if (busy) return;
    setTrouble(null);
    form.clearErrors();
    const values = form.getValues();
    const problem = onboardingProblem(step, values);
    if (problem !== null) {
      form.setError(
        problem.field as keyof OnboardingForm,
        { type: 'rule', message: problem.message },
        { shouldFocus: true },
      );
      return;
    }
    try {
      await leave(values);
      go(stepAfter(step));
    } catch (error) {
      if (!showFieldErrors(error, form.setError, FIELDS)) setTrouble(errorMessage(error));
    }
  };

  const before = stepBefore(step);
  return {
    step,
    form,
    trouble,
    busy,
    next,
    back: before === null ? null : () => go(before),
    clear: () => storage()?.removeItem(key),
  };
}

export type Onboarding = ReturnType<typeof useOnboarding>;

/** Session storage, if the browser allows it. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

function write(key: string, text: string): void {
  try {
    storage()?.setItem(key, text);
  } catch {
    // Storage is full: the answers last as long as the page.
  }
}
