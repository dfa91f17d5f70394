import { eventKind } from '../ctx/ctx.ts';

/** Another calendar of a musician is busy during sessions of theirs; these were noted at the instant given. */
export const conflictsFound = eventKind('calendar.conflicts-found');
/** Times of a musician for whom somebody waits may have become free. */
export const slotsReturned = eventKind('calendar.slots-returned');
