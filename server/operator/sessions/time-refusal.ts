import { fail, type Refusal } from '#shared/lib/result.ts';
import type { ChoiceRefusal } from '../../booking/service.ts';

type TimeRefusal = 'no_time' | 'slot_taken' | 'bad_selection';

/** A refusal of a time as the console's calls have it. To an operator no time is restricted. */
export function toTimeRefusal(
  reason: ChoiceRefusal,
  why: { readonly detail?: string },
): Refusal<TimeRefusal> {
  if (reason === 'restricted') throw new Error('a time was restricted to an operator');
  return fail(reason === 'not_found' ? 'no_time' : reason, why);
}
