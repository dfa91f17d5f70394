import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { saveOnboarding } from '../../../shared/accounts/contract.ts';
import {
  interestsWith,
  onboardingProblem,
  stepAfter,
  stepBefore,
  type OnboardingStep,
} from '../../../shared/accounts/rules-onboarding.ts';
import { isSameZone } from '../../../shared/lib/zones.ts';
import { call } from '../../app/api.ts';
import { showFieldErrors, wordsOf } from '../../app/problem-words.ts';
import { meQuery, useMe } from '../../app/session.ts';
import { useUpdateMe } from '../../me/api.ts';
import { onboardingKey, readOnboarding, type OnboardingForm } from './onboarding-draft.ts';
import { answerZone, browserZone } from './zone-memory.ts';

/** The fields of the step that sends; what else the server minds is said in words. */
const FIELDS = { interests: 'interests', comments: 'comments' } as const;

/** Where somebody is in the onboarding, what they have answered, and the ways on and back. */
export function useOnboarding() {
  const me = useMe();
  const queryClient = useQueryClient();
  const key = onboardingKey(me.id);
  const [kept] = useState(() => readOnboarding(storage()?.getItem(key) ?? null, browserZone()));
  const [step, setStep] = useState<OnboardingStep>(kept.step);
  const [trouble, setTrouble] = useState<string | null>(null);
  const form = useForm<OnboardingForm>({ defaultValues: kept.draft });
  const zone = useUpdateMe();
  const answers = useMutation({
    mutationFn: async ({ timezone: _zone, ...body }: OnboardingForm) => call(saveOnboarding, { body }),
  });

  // A reload, also in the middle of a word, loses nothing.
  useEffect(() => {
    const keep = () => write(key, JSON.stringify({ step, draft: form.getValues() }));
    keep();
    return form.subscribe({
      formState: { values: true },
      callback: ({ name, values: { comments, interests } }) => {
        const ticked = name === 'comments' ? interestsWith(comments, interests) : interests;
        if (ticked !== interests) {
          form.setValue('interests', [...ticked]);
          form.clearErrors('interests');
        }
        keep();
      },
    });
  }, [form, key, step]);

  const go = (to: OnboardingStep) => {
    setTrouble(null);
    form.clearErrors();
    setStep(to);
  };

  /** What a step leaves at the server before the next one comes. */
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
      if (!showFieldErrors(error, form.setError, FIELDS)) setTrouble(wordsOf(error));
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
    forget: () => storage()?.removeItem(key),
  };
}

export type Onboarding = ReturnType<typeof useOnboarding>;

/** The tab's storage, where the browser lets us have it. */
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
    // A full storage: the answers then live as long as the page.
  }
}
