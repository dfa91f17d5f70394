/** Why a change of a schedule is refused (docs/product/calendar.md#my-calendar). */
export const SCHEDULE = {
  tooEarly: 'Choose today or a later day.',
  tooLate: 'Choose a day within the next 12 months.',
  unknownKind: 'No service has slots of this kind and length. Choose another.',
  overlap: (one: string, other: string) => `${one} overlaps ${other}.`,
  daysReversed: 'Choose a last day that is not before the first.',
  timesReversed: 'Choose an end that is after the start.',
  tooLong: 'Time off can last a year at most.',
  tooMany: 'There is very much time off already. Please remove what is over first.',
  past: 'Choose a time that is still to come.',
  offerOverlaps: 'There are slots for this service at that time already.',
  fixed: 'This slot comes from the weekly hours. Change them, or take time off.',
  tooOld: 'Choose a week of the last three months to copy.',
  sameWeek: 'Choose another week to copy to.',
} as const;
