import { eventKind } from '../lib/events.ts';

/** Files of a session are complete, some of them without a checksum. */
export const filesArrived = eventKind<{ session_id: number }>('files.arrived');
