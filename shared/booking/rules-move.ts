import { fail, ok, type Result } from '../lib/result.ts';
import { PICKER } from './texts.ts';

export { checkMove } from '../sessions/rules-move.ts';

/** Whether a moved session keeps its length, both in minutes (docs/product/booking.md#moving). */
export function checkLength(chosen: number, paid: number): Result<true, 'bad_selection'> {
  return chosen === paid ? ok(true) : fail('bad_selection', { detail: PICKER.otherLength(paid) });
}
