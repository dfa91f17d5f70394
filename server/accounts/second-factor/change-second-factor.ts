import type {
  getSecondFactor as getEndpoint,
  makeRecoveryCodes as makeCodesEndpoint,
  removeSecondFactor as removeEndpoint,
} from '#shared/accounts/contract-second-factor.ts';
import { passkeySite } from '#shared/accounts/rules-passkeys.ts';
import { showRecoveryCode } from '#shared/accounts/rules-second-factor.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { passkeysOf } from '../passkeys/queries-passkeys.ts';
import { forgetSecondFactor } from '../steps.ts';
import { renewRecoveryCodes } from './check-code.ts';
import { recordChange } from './record-change.ts';
import { withProof } from './with-proof.ts';
import * as queries from './queries-second-factor.ts';

/** The caller's second factor: app, passkeys and recovery codes. Error: `not_found`. */
export async function getSecondFactor({
  db,
  actor,
  origin,
}: SignedInCtx): Promise<Result<ResponseOf<typeof getEndpoint>, ProblemOf<typeof getEndpoint>>> {
  const [app, passkeys, left] = await Promise.all([
    queries.appOf(db, actor.id),
    passkeysOf(db, actor.id),
    queries.recoveryCodesLeft(db, actor.id),
  ]);
  const [since] = [app?.created_at, passkeys[0]?.created_at]
    .filter((at) => at !== undefined)
    .toSorted((a, b) => Temporal.Instant.compare(a, b));
  if (since === undefined) return fail('not_found');
  return ok({
    created_at: since.toString(),
    recovery_codes_left: left,
    app: app !== undefined,
    app_added_at: app?.created_at.toString() ?? null,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at: created_at.toString(),
      last_used_at: last_used_at?.toString() ?? null,
    })),
    takes_passkeys: passkeySite(origin) !== null,
  });
}

/** Makes new recovery codes and voids the others. Errors: `wrong_code`, `wrong_passkey`. */
export async function makeRecoveryCodes(
  ctx: SignedInCtx,
  { body }: InputOf<typeof makeCodesEndpoint>,
): Promise<Result<ResponseOf<typeof makeCodesEndpoint>, ProblemOf<typeof makeCodesEndpoint>>> {
  return withProof(ctx, body, async (tx) => {
    const codes = await renewRecoveryCodes(tx, ctx.actor.id);
    await recordChange(tx, ctx, 'codes-renewed');
    return ok({ recovery_codes: codes.map(showRecoveryCode) });
  });
}

/** Removes the caller's whole second factor and ends all their logins. Errors: `wrong_code`, `wrong_passkey`. */
export async function removeSecondFactor(
  ctx: SignedInCtx,
  { body }: InputOf<typeof removeEndpoint>,
): Promise<Result<ResponseOf<typeof removeEndpoint>, ProblemOf<typeof removeEndpoint>>> {
  return withProof(ctx, body, async (tx) => {
    await forgetSecondFactor(tx, ctx.actor.id);
    await recordChange(tx, ctx, 'removed');
    return ok({ ok: true as const });
  });
}
