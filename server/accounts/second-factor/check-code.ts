import { readCode } from '#shared/accounts/rules-second-factor.ts';
import type { Tx } from '../../db/transaction.ts';
import { limit } from '../../db/rate.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { hashToken } from '../../lib/ids.ts';
import { keyHash, newRecoveryCodes, stepOf } from './authenticator-app.ts';
import * as queries from './queries-second-factor.ts';

/** Counts a try of a person, before it is checked (docs/product/accounts.md#second-factor). */
export async function countTry({ db, now }: Pick<Ctx, 'db' | 'now'>, personId: string): Promise<void> {
  await limit(db, now, `second-factor:900:${personId}`, 10, 900);
  await limit(db, now, `second-factor:86400:${personId}`, 50, 86_400);
}

/**
 * Takes a code of a person's app (its nonce is null where there is none), or a recovery code; each works once. The caller
 * holds the person's lock.
 */
export async function takeCode(
  tx: Tx,
  ctx: Pick<Ctx, 'settings' | 'now'>,
  { personId, nonce, text }: { personId: string; nonce: Buffer | null; text: string },
): Promise<boolean> {
  const typed = readCode(text);
  if (typed === null) return false;
  if (typed.kind === 'recovery')
    return queries.spendRecoveryCode(tx, personId, recoveryHash(personId, typed.code), ctx.now);
  const step = nonce && stepOf(ctx, nonce, typed.code);
  return step !== null && queries.takeStep(tx, personId, { step, keyHash: keyHash(ctx) });
}

/** The stored hash of a recovery code. */
const recoveryHash = (personId: string, code: string): Buffer => hashToken(`${personId}.${code}`);

/** Makes a person's recovery codes anew and returns them. The caller holds the person's lock. */
export async function renewRecoveryCodes(tx: Tx, personId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await queries.replaceRecoveryCodes(
    tx,
    personId,
    codes.map((code) => recoveryHash(personId, code)),
  );
  return codes;
}
