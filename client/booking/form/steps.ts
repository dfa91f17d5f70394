import { STEPS } from '../../../shared/booking/texts.ts';

/** The steps of a booking, in order (part 2 section 2 "Booking side panel"). */
export type Step = keyof typeof STEPS;

/** What a musician's booking goes through: the service is a step of its own only when services come first. */
export function stepsOf(servicesFirst: boolean): readonly Step[] {
  const steps: readonly Step[] = ['time', 'track', 'session', 'review', 'done'];
  return servicesFirst ? ['service', ...steps] : steps;
}

/** The step that an address names; undefined for none or an unknown one. */
export function readStep(value: unknown): Step | undefined {
  return typeof value === 'string' && Object.hasOwn(STEPS, value) ? (value as Step) : undefined;
}

/** "Back moves one step back"; null where there is nothing before. A booked session is not walked back into. */
export function stepBefore(step: Step, steps: readonly Step[]): Step | null {
  return step === 'done' ? null : (steps[steps.indexOf(step) - 1] ?? null);
}

/** Where a booking stands: no hold, one that runs or has run out, or a booked session. */
export type HoldStage = 'none' | 'live' | 'expired' | 'booked';

/**
 * The step to show for the one that the address names: what comes after the time needs a hold (an expired one
 * keeps its place, to be held again), the last one a booked session.
 */
export function presentStep(
  wanted: Step | undefined,
  steps: readonly Step[],
  stage: HoldStage,
  serviceChosen: boolean,
): Step {
  if (stage === 'booked') return 'done';
  const first = steps[0] ?? 'time';
  if (wanted === undefined || wanted === 'service' || !serviceChosen) return first;
  if (wanted === 'time' || stage === 'none') return 'time';
  return wanted === 'done' ? 'review' : wanted;
}
