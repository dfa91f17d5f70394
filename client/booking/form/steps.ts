import { STEPS } from '#shared/booking/texts.ts';

/** The steps of a booking (docs/product/booking.md#steps). */
export type Step = keyof typeof STEPS;

/** The steps with a musician, in order; the service is one only when services come first. */
export function stepsOf(servicesFirst: boolean): readonly Step[] {
  const steps: readonly Step[] = ['time', 'track', 'session', 'review', 'done'];
  return servicesFirst ? ['service', ...steps] : steps;
}

/** The step that an address names; undefined for none or an unknown one. */
export function readStep(value: unknown): Step | undefined {
  return typeof value === 'string' && Object.hasOwn(STEPS, value) ? (value as Step) : undefined;
}

/** The step before; null at the first one and once the session is booked. */
export function stepBefore(step: Step, steps: readonly Step[]): Step | null {
  return step === 'done' ? null : (steps[steps.indexOf(step) - 1] ?? null);
}

/** No hold, a live or an expired one, or a booked session. */
export type HoldStage = 'none' | 'live' | 'expired' | 'booked';

/**
 * The step to show for the one in the address. Steps after the time need a hold, live or expired; the last one needs a
 * booked session.
 */
export function presentStep(
  requested: Step | undefined,
  steps: readonly Step[],
  stage: HoldStage,
  serviceChosen: boolean,
): Step {
  if (stage === 'booked') return 'done';
  const first = steps[0] ?? 'time';
  if (requested === undefined || requested === 'service' || !serviceChosen) return first;
  if (requested === 'time' || stage === 'none') return 'time';
  return requested === 'done' ? 'review' : requested;
}
