import { eventKind } from '../ctx/ctx.ts';

/** A booked session has changed in a way that its client or musician is notified of. */
export const sessionHappened = eventKind('sessions.happened');
