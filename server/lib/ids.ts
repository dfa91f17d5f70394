import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';

/** A new id: UUID version 7, so that ids sort by age (decisions 2). */
export const newId = (): string => randomUUIDv7();

/** A secret to hand out once: 256 bits, safe in URLs and cookies. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
