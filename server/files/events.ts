import { eventKind } from '../ctx/ctx.ts';

/** Complete files of a session have been listed. */
export const filesArrived = eventKind('files.arrived');
