import type {
  getSecondFactor as getEndpoint,
  makeRecoveryCodes as makeCodesEndpoint,
  removeSecondFactor as removeEndpoint,
} from '#shared/accounts/contract-second-factor.ts';
import { showRecoveryCode } from '#shared/accounts/rules-second-factor.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { audit } from '../../db/audit.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { lockPerson } from '../queries.ts';
import { secondFactorChanged } from '../events.ts';
import { forgetApp } from '../steps.ts';
import { countTry, renewRecoveryCodes, takeCode } from './check-code.ts';
import * as queries from './queries-second-factor.ts';

/** The caller's authenticator app and recovery codes. Error: `not_found`. */
export async function getSecondFactor({
  db,
  actor,
}: SignedInCtx): Promise<Result<ResponseOf<typeof getEndpoint>, ProblemOf<typeof getEndpoint>>> {
  const [app, left] = await Promise.all([
    queries.appOf(db, actor.id),
    queries.recoveryCodesLeft(db, actor.id),
  ]);
  if (app === undefined) return fail('not_found');
  return ok({ created_at: app.created_at.toString(), recovery_codes_left: left });
}

/** Makes new recovery codes and voids the others. Error: `wrong_code`. */
export async function makeRecoveryCodes(
  ctx: SignedInCtx,
  { body }: InputOf<typeof makeCodesEndpoint>,
): Promise<Result<ResponseOf<typeof makeCodesEndpoint>, ProblemOf<typeof makeCodesEndpoint>>> {
  return withCode(ctx, body.code, async (tx) => {
    const codes = await renewRecoveryCodes(tx, ctx.actor.id);
    await recordChange(tx, ctx, 'codes-renewed');
    return { recovery_codes: codes.map(showRecoveryCode) };
  });
}

/** Removes the caller's app and ends all their logins, this one too. Error: `wrong_code`. */
export async function removeSecondFactor(
  ctx: SignedInCtx,
  { body }: InputOf<typeof removeEndpoint>,
): Promise<Result<ResponseOf<typeof removeEndpoint>, ProblemOf<typeof removeEndpoint>>> {
  return withCode(ctx, body.code, async (tx) => {
    await forgetApp(tx, ctx.actor.id);
    await recordChange(tx, ctx, 'removed');
    return { ok: true as const };
  });
}

/** Enters the change into the audit log and mails its owner. */
async function recordChange(tx: Tx, ctx: SignedInCtx, change: 'codes-renewed' | 'removed'): Promise<void> {
  const { id } = ctx.actor;
  await audit(tx, ctx, { what: `second-factor.${change}`, object: { kind: 'person', id } });
  await ctx.events.emit(tx, secondFactorChanged, { person_id: id, change });
}

/** Runs `work` if the code is one of the caller's. */
async function withCode<V>(
  ctx: SignedInCtx,
  text: string,
  work: (tx: Tx) => Promise<V>,
): Promise<Result<V, 'wrong_code'>> {
  const { actor } = ctx;
  await countTry(ctx, actor.id);
  return transaction<Result<V, 'wrong_code'>>(ctx, async (tx) => {
    await lockPerson(tx, actor.id);
    const app = await queries.appOf(tx, actor.id);
    const isRight =
      app !== undefined && (await takeCode(tx, ctx, { personId: actor.id, nonce: app.nonce, text }));
    return isRight ? ok(await work(tx)) : fail('wrong_code');
  });
}
