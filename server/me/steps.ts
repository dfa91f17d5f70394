import { fillPath } from '#shared/lib/call.ts';
import { getAvatar } from '#shared/me/calls.ts';
import { lockPerson } from '../accounts/steps.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';
import * as queries from './avatar/queries-avatars.ts';

/** Makes a re-encoded picture the person's only one; returns its new address. */
export async function replaceAvatar(
  tx: Tx,
  personId: string,
  webp: Buffer,
  now: Temporal.Instant,
): Promise<string> {
  const id = newId();
  const address = fillPath(getAvatar.path, { file: `${id}.webp` });
  await lockPerson(tx, personId);
  await queries.insertAvatar(tx, { id, person_id: personId, webp, created_at: now });
  await queries.setOnlyAvatar(tx, personId, id, address);
  return address;
}
