import type { BookingEvent } from './events.ts';

/** The tab's own knowledge of its hold, beside the server's. */
export interface HoldRef {
  /** The latest hold. The URL may name an earlier one or none after the browser's Back. */
  readonly id: number | null;
  /** The end of the hold whose countdown has ended; an extended hold has another end. */
  readonly endedAt: string | null;
}

export const NO_HOLD: HoldRef = { id: null, endedAt: null };

export function holdReducer(hold: HoldRef, event: BookingEvent): HoldRef {
  switch (event.type) {
    case 'held':
      return { ...hold, id: event.id };
    case 'draft-resumed':
      return { ...hold, id: event.draft.holdId };
    case 'hold-ended':
      return { ...hold, endedAt: event.until };
    case 'released':
    case 'booked':
      return { ...hold, id: null };
    default:
      return hold;
  }
}
