import { type Dispatch, useEffect, useEffectEvent } from 'react';
import { useForm } from 'react-hook-form';
import { type BookingForm, type FormContext, type FormService, resolver } from '../form/booking-form.ts';
import type { Step } from '../form/steps.ts';
import type { BookingEvent } from './events.ts';

interface FormInput {
  /** The draft's values at opening. */
  readonly values: BookingForm;
  readonly service: FormService | undefined;
  readonly step: Step;
  /** A booked session takes no more changes. */
  readonly isBooked: boolean;
  readonly dispatch: Dispatch<BookingEvent>;
}

/** The booking form, validated by the current step; changes are dispatched. */
export function useBookingForm({ values, service, step, isBooked, dispatch }: FormInput) {
  const form = useForm<BookingForm, FormContext>({
    defaultValues: values,
    resolver,
    ...(service ? { context: { service, step } } : {}),
  });
  const change = useEffectEvent((next: BookingForm) => {
    if (!isBooked) dispatch({ type: 'form-changed', form: next });
  });
  useEffect(
    () =>
      form.subscribe({ formState: { values: true }, callback: (changed) => change({ ...changed.values }) }),
    [form],
  );
  return form;
}
