import { useMemo } from 'react';
import {
  type ChosenService,
  type ChosenSlot,
  type SelectionContext,
  slotContext,
  unavailableReason,
} from '#shared/booking/rules.ts';
import { dayOf } from '#shared/lib/time.ts';
import { useNowFor } from '../../lib/use-now.ts';

interface Choosing extends Omit<SelectionContext, 'now'> {
  readonly slots: readonly ChosenSlot[];
  /** undefined until it is known. */
  readonly service: ChosenService | undefined;
}

/** Who chooses among slots, as of when a slot last became or ceased to be one that they can take. */
export function useChooser({ slots, service, ...person }: Choosing): SelectionContext {
  const { has_limitations, booking_priority_end, zone } = person;
  const now = useNowFor((at) => {
    const context = slotContext({ ...person, now: at });
    return service && [dayOf(at, zone), slots.map((slot) => unavailableReason(slot, service, context))];
  });
  return useMemo(
    () => ({ has_limitations, booking_priority_end, zone, now }),
    [has_limitations, booking_priority_end, zone, now],
  );
}
