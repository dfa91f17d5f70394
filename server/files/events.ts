import { eventKind } from '../lib/events.ts';

/** Files of a session have arrived whole and are listed. */
export const filesArrived = eventKind<{ session_id: number }>('files.arrived');
