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
import { browserZone } from '../../lib/clock.ts';
import { answerZone } from '../time-zone/zone-question.ts';

/** Fields of the step that is sent; other problems are shown as a message. */
const FIELDS = { interests: 'interests', comments: 'comments' } as const;

/** State of the onboarding: step, answers, and navigation. It starts where it was left, or at a given step. */
export function useOnboarding(startsAt?: OnboardingStep) {
  const me = useMe();
  const queryClient = useQueryClient();
  const key = onboardingKey(me.id);
  const [stored] = useState(() => readOnboarding(storage()?.getItem(key) ?? null, browserZone()));
  const [step, setStep] = useState<OnboardingStep>(startsAt ?? stored.step);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<OnboardingForm>({ defaultValues: stored.draft });
  const zone = useUpdateMe();
  const answers = useMutation({
    mutationFn: async ({ timezone: _zone, ...body }: OnboardingForm) => call(saveOnboarding, { body }),
  });

  // Stored on every change, so that a reload loses nothing.
  useEffect(() => {
    const store = () => write(key, JSON.stringify({ step, draft: form.getValues() }));
    store();
    return form.subscribe({
      formState: { values: true },
      callback: ({ name, values: { comments, interests } }) => {
        const nextInterests = name === 'comments' ? interestsWith(comments, interests) : interests;
        if (nextInterests !== interests) {
          form.setValue('interests', [...nextInterests]);
          form.clearErrors('interests');
        }
        store();
      },
    });
  }, [form, key, step]);

  const showStep = (to: OnboardingStep) => {
    setFailure(null);
    form.clearErrors();
    setStep(to);
  };

  /** Saves a step before the next one opens. */
  const saveStep = async (values: OnboardingForm) => {
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
    setFailure(null);
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
      await saveStep(values);
      showStep(stepAfter(step));
    } catch (error) {
      if (!showFieldErrors(error, form.setError, FIELDS)) setFailure(errorMessage(error));
    }
  };

  const before = stepBefore(step);
  return {
    step,
    form,
    failure,
    busy,
    next,
    back: before === null ? null : () => showStep(before),
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
