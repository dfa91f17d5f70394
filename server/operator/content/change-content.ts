import type { Endpoint, InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/content/contract-content.ts';
import * as content from '../../content/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';

type Answer<E extends Endpoint> = Promise<Result<ResponseOf<E>, ProblemOf<E>>>;
const DONE = { ok: true } as const;

/** Saves a draft (docs/product/content.md#drafts). */
export async function saveDraft(
  ctx: SignedInCtx,
  { params, body }: InputOf<typeof contract.saveDraft>,
): Answer<typeof contract.saveDraft> {
  const saved = await content.saveDraft(ctx, { ...params, ...body });
  if (saved.ok) return ok({ revision: saved.value.revision, errors: [...saved.value.errors] });
  return fail(saved.reason === 'no_such_document' ? 'not_found' : saved.reason);
}

/** Discards a draft (docs/product/content.md#drafts). */
export async function discardDraft(
  ctx: SignedInCtx,
  { params, body }: InputOf<typeof contract.discardDraft>,
): Answer<typeof contract.discardDraft> {
  const done = await content.discardDraft(ctx, { ...params, ...body });
  if (done.ok) return ok(DONE);
  return fail(done.reason === 'no_such_document' ? 'not_found' : done.reason);
}

/** Publishes a draft (docs/product/content.md#publishing). */
export async function publishDraft(
  ctx: SignedInCtx,
  { params, body: { note, ...body } }: InputOf<typeof contract.publishDraft>,
): Answer<typeof contract.publishDraft> {
  const done = await content.publishDraft(ctx, { ...params, ...body, note: note ?? null });
  if (done.ok) return ok(DONE);
  if (done.reason === 'invalid') return fail('invalid', { errors: done.errors ?? [] });
  return fail(done.reason === 'no_such_document' ? 'not_found' : done.reason);
}

/** Lets the shipped document count again (docs/product/content.md#publishing). */
export async function resetContent(
  ctx: SignedInCtx,
  { params, body: { note, over } }: InputOf<typeof contract.resetContent>,
): Answer<typeof contract.resetContent> {
  const done = await content.resetSeen(ctx, { ...params, over, note: note ?? null });
  if (done.ok) return ok(DONE);
  return fail(done.reason === 'no_such_document' ? 'not_found' : done.reason);
}

/** Makes a published version the draft (docs/product/content.md#history). */
export async function bringVersionBack(
  ctx: SignedInCtx,
  { params, body }: InputOf<typeof contract.bringVersionBack>,
): Answer<typeof contract.bringVersionBack> {
  const done = await content.bringBack(ctx, { ...params, ...body });
  if (done.ok) return ok(DONE);
  return fail(done.reason === 'draft_changed' ? 'draft_changed' : 'not_found');
}
