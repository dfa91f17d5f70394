import { eventKind } from '../ctx/ctx.ts';

/** A musician has written to the studio's support about a session. */
export const supportRequested = eventKind('booking.support-requested');
/** A time is offered to somebody on the waiting list. */
export const slotOffered = eventKind('booking.slot-offered');
