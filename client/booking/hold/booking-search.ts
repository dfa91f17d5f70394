/** The search of a booking's address (docs/product/booking.md#steps). */
export interface BookingSearch {
  readonly hold?: number;
  readonly step?: string;
}

/** Reads the search; an invalid hold is left out. */
export function readBookingSearch(search: Record<string, unknown>): BookingSearch {
  const hold = typeof search['hold'] === 'number' ? search['hold'] : Number(search['hold'] ?? Number.NaN);
  const { step } = search;
  return {
    ...(Number.isSafeInteger(hold) && hold > 0 ? { hold } : {}),
    ...(typeof step === 'string' ? { step } : {}),
  };
}
