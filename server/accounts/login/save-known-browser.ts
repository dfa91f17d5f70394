import { MAX_KNOWN_BROWSERS } from '#shared/accounts/rules-limits.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { hashToken, newToken } from '../../lib/ids.ts';
import * as queries from './queries-browsers.ts';

/**
 * Saves a browser as known to a person and returns its secret, which is reused if we issued it. The caller holds the
 * person's lock.
 */
export async function saveKnownBrowser(
  tx: Tx,
  { now }: Pick<Ctx, 'now'>,
  personId: string,
  browser: string | null,
): Promise<string> {
  const isKnown = browser !== null && (await queries.isKnownBrowser(tx, hashToken(browser)));
  const secret = isKnown ? browser : newToken();
  const row = { person_id: personId, hash: hashToken(secret), seen_at: now };
  await queries.putBrowser(tx, row, MAX_KNOWN_BROWSERS);
  return secret;
}
