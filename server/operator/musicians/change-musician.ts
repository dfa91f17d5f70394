import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/musicians/contract-musician.ts';
import { setRate } from '../../calendar/service.ts';
import { approveDraft, returnDraft, setServices } from '../../catalogue/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import * as queries from './queries-musician.ts';

type Answer<E extends typeof contract.approveProfile | typeof contract.returnProfile> = Promise<
  Result<ResponseOf<E>, ProblemOf<E>>
>;

/** Publishes a profile that waits (docs/product/profiles.md#approval). */
export async function approveProfile(
  ctx: SignedInCtx,
  { params: { id }, body: { version } }: InputOf<typeof contract.approveProfile>,
): Answer<typeof contract.approveProfile> {
  const done = await approveDraft(ctx, { id, version });
  return done.ok ? ok({ ok: true }) : done;
}

/** Returns a profile that waits, with a note (docs/product/profiles.md#approval). */
export async function returnProfile(
  ctx: SignedInCtx,
  { params: { id }, body: { version, note } }: InputOf<typeof contract.returnProfile>,
): Answer<typeof contract.returnProfile> {
  const done = await returnDraft(ctx, { id, version, note });
  return done.ok ? ok({ ok: true }) : done;
}

/** Sets what a musician earns from a day on (docs/product/invoice.md#rates). */
export async function setMusicianRate(
  ctx: SignedInCtx,
  { params: { id }, body: { from, ...cents } }: InputOf<typeof contract.setMusicianRate>,
): Promise<Result<ResponseOf<typeof contract.setMusicianRate>, ProblemOf<typeof contract.setMusicianRate>>> {
  if ((await queries.musicianById(ctx.db, id, ctx.now)) === undefined) return fail('not_found');
  const done = await setRate(ctx, id, { valid_from: from, ...cents });
  return done.ok ? ok({ ok: true }) : done;
}

/** Sets which services a musician offers (docs/product/profiles.md#services-set-by-the-studio). */
export async function setMusicianServices(
  ctx: SignedInCtx,
  { params: { id }, body }: InputOf<typeof contract.setMusicianServices>,
): Promise<
  Result<ResponseOf<typeof contract.setMusicianServices>, ProblemOf<typeof contract.setMusicianServices>>
> {
  const done = await setServices(ctx, { id, ...body });
  return done.ok ? ok({ ok: true }) : done;
}
