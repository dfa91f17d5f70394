import { eventKind } from '../ctx/ctx.ts';

/** A client has rated a session for the first time. */
export const sessionRated = eventKind('sessions.rated');
/** A booked session has changed in a way that its client or musician is notified of. */
export const sessionHappened = eventKind('sessions.happened');
