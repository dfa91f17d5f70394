import { randomBytes } from 'node:crypto';

/** A new key for a sample's bytes or its preview's: sortable by its id's time, and with 128 random bits. */
export const newKey = (musicianId: string, id: string): string =>
  `samples/${musicianId}/${id}-${randomBytes(16).toString('hex')}`;
