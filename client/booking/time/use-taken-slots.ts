import { useEffect, useEffectEvent } from 'react';
import type { ChosenSlot } from '#shared/booking/rules.ts';
import { findTaken, type Openings } from './pick.ts';
import type { PickerSlot } from './slots.ts';
import { takenText } from '../form/format.ts';

/** Reports when somebody else takes slots that are chosen but not held (docs/product/booking.md#lost-choice). */
export function useTakenSlots(
  chosen: readonly PickerSlot[],
  openings: Openings,
  zone: string,
  onTaken: (remaining: readonly ChosenSlot[], message: string) => void,
): void {
  const check = useEffectEvent((now: Openings) => {
    const result = findTaken(chosen, now);
    if (result === null) return;
    const taken = chosen.filter(({ id }) => result.taken.some((slot) => slot.id === id));
    onTaken(result.remaining, takenText(taken, result.remaining.length > 0, zone));
  });
  useEffect(() => check(openings), [openings]);
}
