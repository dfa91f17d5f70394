import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Dispatch, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { SessionLimit } from '#shared/booking/rules.ts';
import { FORM } from '#shared/booking/texts.ts';
import { isRefusal, ProblemError } from '../../lib/api.ts';
import { showFieldErrors, errorMessage } from '../../lib/error-message.ts';
import { meQuery } from '../../lib/session.ts';
import { newKey } from '../../lib/new-key.ts';
import { holdQuery, sendConfirm } from '../api.ts';
import type { BookingEvent } from '../state/events.ts';
import {
  type BookingForm,
  type FormContext,
  type FormService,
  fieldOf,
  payloadOf,
  problemsOf,
  stepOf,
} from './booking-form.ts';
import type { Step } from './steps.ts';
import type { Hold } from '../hold/use-hold.ts';

interface Attempt {
  /** The form's values as JSON. */
  readonly values: string;
  readonly body: Parameters<typeof sendConfirm>[0];
  readonly key: string;
}

interface ConfirmInput {
  readonly form: UseFormReturn<BookingForm, FormContext>;
  readonly service: FormService | undefined;
  readonly hold: Hold;
  readonly isBusy: boolean;
  readonly goTo: (step: Step, more?: { hold?: number; replace?: boolean }) => Promise<void>;
  readonly showLimit: (reason: SessionLimit) => Promise<void>;
  readonly dispatch: Dispatch<BookingEvent>;
}

/** Confirms a booking (docs/product/booking.md#confirmation) and reloads the credits. */
export function useConfirm({ form, service, hold, isBusy, goTo, showLimit, dispatch }: ConfirmInput) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // A retry after a lost response has the same key; after any response the key is new.
  const pendingAttempt = useRef<Attempt | null>(null);

  /** The call to send; the pending attempt again while the form is unchanged. */
  const attemptFor = (session_id: number, booked: FormService): Attempt => {
    const formValues = form.getValues();
    const values = JSON.stringify(formValues);
    const last = pendingAttempt.current?.body.session_id === session_id ? pendingAttempt.current : null;
    if (last?.values === values) return last;
    const track = formValues.track_id === '' ? { save_track: true } : { track_id: formValues.track_id };
    const body = { session_id, ...track, ...payloadOf(formValues, booked) };
    pendingAttempt.current = { values, body, key: last?.key ?? newKey() };
    return pendingAttempt.current;
  };

  const openBlocking = async () =>
    navigate({
      to: '.',
      search: (search) => ({ ...search, modal: 'blocking' as const }),
      resetScroll: false,
    });

  const handleError = async (error: unknown) => {
    const code = error instanceof ProblemError ? error.problem.code : '';
    // The call may have succeeded; the hold is then a booked session.
    if ((!isRefusal(error) || code === 'idempotency_mismatch') && hold.session)
      void queryClient.invalidateQueries(holdQuery(hold.session.id));
    if (isRefusal(error)) pendingAttempt.current = null;
    if (code === 'session_limit' || code === 'concurrency_limit') return showLimit(code);
    if (code === 'hold_expired' || code === 'not_found') return hold.expire();
    if (code === 'address_not_proved') await queryClient.refetchQueries(meQuery);
    if (code === 'not_enough_credits') {
      // The footer still says how many credits are missing (docs/product/buying.md#credit-limit).
      await queryClient.refetchQueries(meQuery);
      await openBlocking();
    }
    if (showFieldErrors(error, form.setError, fieldOf)) {
      const field = error instanceof ProblemError ? error.problem.errors?.[0]?.field : undefined;
      const name = field === undefined ? undefined : fieldOf(field);
      if (name) await goTo(stepOf(name));
    }
    const isExplained = isRefusal(error) ? code !== 'idempotency_mismatch' : code === 'outcome_unknown';
    dispatch({ type: 'refused', message: isExplained ? errorMessage(error) : FORM.serverTrouble });
  };

  return async (): Promise<void> => {
    if (isBusy || !service || hold.stage !== 'live' || hold.session === null) return;
    const values = form.getValues();
    const [problem] = problemsOf(values, service, 'review');
    const invalidField = problem && fieldOf(problem.field);
    if (problem && invalidField) {
      await goTo(stepOf(invalidField));
      form.setError(invalidField, { type: 'rule', message: problem.message });
      return;
    }
    dispatch({ type: 'call-started', call: 'confirm' });
    try {
      const { body, key } = attemptFor(hold.session.id, service);
      const session = await sendConfirm(body, key);
      pendingAttempt.current = null;
      // The URL changes first, so that it cannot undo a link pressed after the booking is shown.
      await goTo('done', { hold: session.id, replace: true });
      queryClient.setQueryData(holdQuery(session.id).queryKey, session);
      dispatch({ type: 'booked' });
      for (const name of ['slots', 'partners', 'sessions', 'tracks', 'holds'])
        void queryClient.invalidateQueries({ queryKey: [name] });
      await queryClient.refetchQueries(meQuery);
    } catch (error) {
      await handleError(error);
    } finally {
      dispatch({ type: 'call-ended', call: 'confirm' });
    }
  };
}
