import type { resetPassword as resetEndpoint } from '#shared/accounts/contract.ts';
import { passwordProblem } from '#shared/accounts/rules.ts';
import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { audit } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { hashToken } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/passwords.ts';
import * as tokens from '../login/queries-tokens.ts';
import * as queries from '../queries.ts';
import type { Caller } from '../service.ts';
import { saveKnownBrowser } from '../login/save-known-browser.ts';
import { replacePassword } from '../steps.ts';

/** Purposes of the links that allow choosing a password. */
const PURPOSES = ['reset_password', 'choose_password'] as const;

/**
 * Without `password` checks a mailed link; with it changes the password and returns the browser's new secret.
 * Errors: `bad_token`, `invalid` (docs/product/accounts.md#password-reset).
 */
export async function resetPassword(
  ctx: Ctx,
  { body }: InputOf<typeof resetEndpoint>,
  caller: Caller,
): Promise<Result<{ browser: string | null }, ProblemOf<typeof resetEndpoint>>> {
  const token = hashToken(body.resetToken);
  const row = await tokens.tokenOf(ctx.db, [token], PURPOSES, ctx.now);
  if (row === undefined) return fail('bad_token');
  if (body.password === undefined) return ok({ browser: null });
  const wrong = passwordProblem(body.password);
  if (wrong !== null) return fail('invalid', { errors: [{ field: 'password', message: wrong }] });
  const hash = await hashPassword(body.password);
  return transaction(ctx, async (tx) => {
    if (await queries.lockPerson(tx, row.person_id)) return fail('bad_token');
    const spent = await tokens.spendToken(tx, [token], PURPOSES, ctx.now);
    if (spent === undefined) return fail('bad_token');
    await replacePassword(tx, ctx, { personId: spent.person_id, hash, keep: null });
    await queries.setVerified(tx, spent.person_id, ctx.now);
    const { id, role } = await queries.personById(tx, spent.person_id);
    if (role === 'operator') {
      const by = { actor: { id, role }, now: ctx.now };
      await audit(tx, by, { what: 'password.changed', object: { kind: 'person', id } });
    }
    return ok({ browser: await saveKnownBrowser(tx, ctx, spent.person_id, caller.browser) });
  });
}
