import { eventKind } from '../ctx/ctx.ts';

/** Another calendar of a musician is busy during sessions of theirs; these were noted at the instant given. */
export const conflictsFound = eventKind('calendar.conflicts-found');
/** Another calendar of a musician was not read for a day. */
export const calendarUnread = eventKind('calendar.unread');
/** Times of a musician for whom somebody waits may have become free. */
export const slotsReturned = eventKind('calendar.slots-returned');
