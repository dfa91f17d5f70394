import type * as contract from '#shared/accounts/contract-passkeys.ts';
import {
  freePasskeyName,
  MAX_PASSKEYS,
  passkeySite,
  readPasskeyName,
} from '#shared/accounts/rules-passkeys.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { addressOf, lockPerson } from '../queries.ts';
import { appOf } from '../second-factor/queries-second-factor.ts';
import { recordChange } from '../second-factor/record-change.ts';
import { withProof } from '../second-factor/with-proof.ts';
import { proofOptions, setupOptions } from './ask-browser.ts';
import { takeNewPasskey } from './check-answer.ts';
import * as queries from './queries-passkeys.ts';

/** What a browser needs to prove one of the caller's passkeys. Errors: `no_site`, `no_passkey`. */
export async function beginPasskeyProof(
  ctx: SignedInCtx,
): Promise<
  Result<ResponseOf<typeof contract.beginPasskeyProof>, ProblemOf<typeof contract.beginPasskeyProof>>
> {
  const personId = ctx.actor.id;
  const site = passkeySite(ctx.origin);
  if (site === null) return fail('no_site');
  const passkeys = await queries.passkeysOf(ctx.db, personId);
  if (passkeys.length === 0) return fail('no_passkey');
  return ok(await proofOptions(ctx.db, ctx, { personId, site, passkeys }));
}

/**
 * What a browser needs to make one more passkey for the caller, who proves who they are. Errors: `wrong_code`,
 * `wrong_passkey`, `no_site`, `too_many` (docs/product/accounts.md#passkeys).
 */
export async function beginPasskey(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.beginPasskey>,
): Promise<Result<ResponseOf<typeof contract.beginPasskey>, ProblemOf<typeof contract.beginPasskey>>> {
  const personId = ctx.actor.id;
  const site = passkeySite(ctx.origin);
  if (site === null) return fail('no_site');
  return withProof(ctx, body, async (tx) => {
    const [{ email }, passkeys] = [await addressOf(tx, personId), await queries.passkeysOf(tx, personId)];
    if (passkeys.length >= MAX_PASSKEYS) return fail('too_many');
    return ok(await setupOptions(tx, ctx, { personId, email, site, passkeys }));
  });
}

/** Adds the passkey that the browser made. Error: `wrong_passkey` (docs/product/accounts.md#passkeys). */
export async function addPasskey(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.addPasskey>,
): Promise<Result<ResponseOf<typeof contract.addPasskey>, ProblemOf<typeof contract.addPasskey>>> {
  const personId = ctx.actor.id;
  return transaction(ctx, async (tx) => {
    await lockPerson(tx, personId);
    const made = await takeNewPasskey(tx, ctx, personId, body);
    if (made === null) return fail('wrong_passkey');
    const others = await queries.passkeysOf(tx, personId);
    const [id, name] = [newId(), freePasskeyName(others.map((other) => other.name))];
    const row = { ...made, id, person_id: personId, name, created_at: ctx.now };
    const isNew = others.length < MAX_PASSKEYS && (await queries.insertPasskey(tx, row));
    if (!isNew) return fail('wrong_passkey');
    await recordChange(tx, ctx, 'passkey-added');
    return ok({ id, name });
  });
}

/** Gives one of the caller's passkeys another name. Errors: `not_found`, `bad_name`. */
export async function renamePasskey(
  ctx: SignedInCtx,
  { params: { id }, body }: InputOf<typeof contract.renamePasskey>,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.renamePasskey>>> {
  const personId = ctx.actor.id;
  const name = readPasskeyName(body.name);
  if (name === null) return fail('bad_name');
  return transaction(ctx, async (tx) => {
    await lockPerson(tx, personId);
    const passkey = (await queries.passkeysOf(tx, personId)).find((one) => one.id === id);
    if (passkey === undefined) return fail('not_found');
    if (passkey.name === name) return ok({ ok: true as const });
    await queries.renamePasskey(tx, id, name);
    await audit(tx, ctx, {
      what: 'second-factor.passkey-renamed',
      object: { kind: 'person', id: personId },
      before: { name: passkey.name },
      after: { name },
    });
    return ok({ ok: true as const });
  });
}

/**
 * Removes one of the caller's passkeys, unless it is their only second factor. Errors: `not_found`, `wrong_code`,
 * `wrong_passkey`, `last` (docs/product/accounts.md#passkeys).
 */
export async function removePasskey(
  ctx: SignedInCtx,
  { params: { id }, body }: InputOf<typeof contract.removePasskey>,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.removePasskey>>> {
  const personId = ctx.actor.id;
  return withProof(ctx, body, async (tx) => {
    const passkeys = await queries.passkeysOf(tx, personId);
    if (!passkeys.some((one) => one.id === id)) return fail('not_found');
    if (passkeys.length === 1 && (await appOf(tx, personId)) === undefined) return fail('last');
    await queries.deletePasskey(tx, id);
    await recordChange(tx, ctx, 'passkey-removed');
    return ok({ ok: true as const });
  });
}
