import { minutesText } from '../form/format.ts';
import type { Clip } from './arrangement.ts';
import type { PickerSlot } from './slots.ts';

/** The width of a choice's label in one line and in two, in pixels. */
const LABEL_PX = 240;
export const SHORT_LABEL_PX = 128;

/** Placement of a selection's label, by its width in pixels. */
export function fitOf(px: number): 'line' | 'block' | 'below' {
  if (px >= LABEL_PX) return 'line';
  return px >= SHORT_LABEL_PX ? 'block' : 'below';
}

/** "90 min", or "60 of 180 min" for a part of a selection with a gap. */
export function lengthOf(run: readonly Clip<PickerSlot>[], chosen: readonly PickerSlot[]): string {
  const part = run.reduce((sum, { slot }) => sum + slot.duration, 0);
  const whole = chosen.reduce((sum, { duration }) => sum + duration, 0);
  return part === whole ? minutesText(whole) : `${part} of ${minutesText(whole)}`;
}
