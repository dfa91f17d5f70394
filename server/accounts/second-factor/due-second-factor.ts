import type { getDueSecondFactor as getDueEndpoint } from '#shared/accounts/contract-second-factor.ts';
import { passkeySite } from '#shared/accounts/rules-passkeys.ts';
import type { ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { hashToken, newToken } from '../../lib/ids.ts';
import { hasPasskey } from '../passkeys/queries-passkeys.ts';
import * as tokens from '../login/queries-tokens.ts';
import { addressOf } from '../queries.ts';
import { setupOf } from './authenticator-app.ts';
import * as queries from './queries-second-factor.ts';

/** How long somebody may take from the password to the second factor. */
export const SECOND_FACTOR_SECONDS = 600;

/** Begins the second half of a login; the returned token belongs into a cookie and nowhere else. */
export async function beginSecondFactor(
  tx: Tx,
  { front, now }: Pick<Ctx, 'front' | 'now'>,
  personId: string,
): Promise<string> {
  const token = newToken();
  await tokens.insertToken(tx, {
    hash: hashToken(token),
    purpose: 'second_factor',
    person_id: personId,
    front,
    created_at: now,
    expires_at: now.add({ seconds: SECOND_FACTOR_SECONDS }),
  });
  return token;
}

/** Whose login waits for a second factor in this browser; undefined for nobody's. */
export async function dueOf({ db, now }: Pick<Ctx, 'db' | 'now'>, token: string | undefined) {
  if (token === undefined || token.length > 200) return undefined;
  const hash = hashToken(token);
  const row = await tokens.tokenOf(db, [hash], ['second_factor'], now);
  return row && { personId: row.person_id, hash };
}

/** What the second half of a login asks for. Error: `sign_in_first` (docs/product/accounts.md#second-factor). */
export async function getDueSecondFactor(
  ctx: Ctx,
  token: string | undefined,
): Promise<Result<ResponseOf<typeof getDueEndpoint>, ProblemOf<typeof getDueEndpoint>>> {
  const due = await dueOf(ctx, token);
  if (due === undefined) return fail('sign_in_first');
  const [{ email }, app, passkeys] = await Promise.all([
    addressOf(ctx.db, due.personId),
    queries.appOf(ctx.db, due.personId),
    hasPasskey(ctx.db, due.personId),
  ]);
  const hasApp = app !== undefined;
  return ok({
    email,
    setup: hasApp || passkeys ? null : setupOf(ctx, due.hash, email),
    app: hasApp,
    passkeys,
    takes_passkeys: passkeySite(ctx.origin) !== null,
  });
}
