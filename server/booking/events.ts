import { eventKind } from '../lib/events.ts';

/** A musician asks the studio's support about a session; what they wrote is in the feedback. */
export const supportRequested = eventKind<{ feedback_id: string }>('booking.support-requested');
