/** What a booking's address says beside the musician: its hold and its step, so that a link brings both back. */
export interface BookingSearch {
  readonly hold?: number;
  readonly step?: string;
}

/** Reads the address; what is no number of a hold is as if it were not there. */
export function readBookingSearch(search: Record<string, unknown>): BookingSearch {
  const hold = typeof search['hold'] === 'number' ? search['hold'] : Number(search['hold'] ?? Number.NaN);
  const { step } = search;
  return {
    ...(Number.isSafeInteger(hold) && hold > 0 ? { hold } : {}),
    ...(typeof step === 'string' ? { step } : {}),
  };
}
