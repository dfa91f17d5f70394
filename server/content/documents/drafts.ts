import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '#shared/lib/problem.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { differences, type AuditFacts } from '#shared/operator/rules-audit.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import * as queries from '../queries.ts';
import * as versions from '../queries-versions.ts';
import { checkDocument } from './check.ts';
import { clearDocumentCache } from './read.ts';
import { DOCUMENTS, documentName, type DocumentName } from './registry.ts';
import { noSuchDocument, publish } from './write.ts';

/** What of a draft stands in the way of publishing it, by field. */
export function draftErrors(name: DocumentName, value: unknown): readonly FieldError[] {
  const checked = checkDocument(name, value);
  return checked.ok ? [] : (checked.errors ?? []);
}

type Draft = NonNullable<Awaited<ReturnType<typeof versions.draftRow>>>;

/** Runs with the documents locked, once the draft is the one that was seen (null: none). */
async function withDraft<T, R extends string>(
  ctx: SignedInCtx,
  { name, revision }: { readonly name: string; readonly revision: string | null },
  write: (tx: Tx, known: DocumentName, draft: Draft | undefined) => Promise<Result<T, R>>,
): Promise<Result<T, R | 'no_such_document' | 'draft_changed'>> {
  const known = documentName(name);
  if (known === undefined) return noSuchDocument(name);
  return transaction(ctx, async (tx): Promise<Result<T, R | 'draft_changed'>> => {
    await queries.lockDocuments(tx);
    const draft = await versions.draftRow(tx, known);
    if ((draft?.revision ?? null) !== revision) return fail('draft_changed');
    return write(tx, known, draft);
  });
}

async function publishedValue(tx: Tx, name: DocumentName): Promise<AuditFacts> {
  const row = (await queries.documentRows(tx)).find((one) => one.name === name);
  return (row?.value ?? DOCUMENTS[name].shipped) as AuditFacts;
}

async function put(
  tx: Tx,
  ctx: SignedInCtx,
  draft: { readonly name: DocumentName; readonly value: object; readonly begun_from: number },
  former: unknown,
  /** The published version that it is; null: it was typed. */
  from_version: number | null = null,
): Promise<string> {
  const revision = newId();
  await versions.putDraft(tx, { ...draft, revision, saved_at: ctx.now, saved_by: ctx.actor.id });
  const { before, after } = differences(former as AuditFacts, draft.value as AuditFacts);
  await audit(tx, ctx, {
    what: from_version === null ? 'draft.saved' : 'draft.brought-back',
    object: { kind: 'document', id: draft.name },
    before,
    after: from_version === null ? after : { from_version, ...after },
  });
  return revision;
}

interface Saved {
  /** Of the draft now. */
  readonly revision: string;
  readonly errors: readonly FieldError[];
}

/**
 * Saves a document's draft, also one that cannot be published yet (docs/product/content.md#drafts). Errors:
 * `no_such_document`; `draft_changed` where `revision` is not the draft's.
 */
export function saveDraft(
  ctx: SignedInCtx,
  { value, ...seen }: { readonly name: string; readonly revision: string | null; readonly value: object },
): Promise<Result<Saved, 'no_such_document' | 'draft_changed'>> {
  return withDraft(ctx, seen, async (tx, name, draft) => {
    const errors = draftErrors(name, value);
    if (draft !== undefined && isDeepStrictEqual(draft.value, value))
      return ok({ revision: draft.revision, errors });
    const begun_from = draft?.begun_from ?? (await versions.lastVersion(tx, name));
    const former = draft?.value ?? (await publishedValue(tx, name));
    return ok({ revision: await put(tx, ctx, { name, value, begun_from }, former), errors });
  });
}

/** Discards a draft. Errors: as `saveDraft`. */
export function discardDraft(
  ctx: SignedInCtx,
  seen: { readonly name: string; readonly revision: string },
): Promise<Result<undefined, 'no_such_document' | 'draft_changed'>> {
  return withDraft(ctx, seen, async (tx, name, draft) => {
    await versions.deleteDraft(tx, name);
    await audit(tx, ctx, {
      what: 'draft.discarded',
      object: { kind: 'document', id: name },
      ...differences((draft?.value ?? {}) as AuditFacts, await publishedValue(tx, name)),
    });
    return ok(undefined);
  });
}

/**
 * Publishes a draft in place of the version `over` (docs/product/content.md#publishing). Errors: as `saveDraft`;
 * `invalid` by field; `published_meanwhile` where another version than `over` is the last one.
 */
export async function publishDraft(
  ctx: SignedInCtx,
  input: {
    readonly name: string;
    readonly revision: string;
    readonly over: number;
    readonly note: string | null;
  },
): Promise<Result<undefined, 'no_such_document' | 'draft_changed' | 'invalid' | 'published_meanwhile'>> {
  const done = await withDraft(
    ctx,
    input,
    async (tx, name, draft): Promise<Result<undefined, 'invalid' | 'published_meanwhile'>> => {
      if ((await versions.lastVersion(tx, name)) !== input.over) return fail('published_meanwhile');
      const checked = checkDocument(name, draft?.value);
      if (!checked.ok) return checked;
      const published = await publish(tx, ctx, new Map([[name, checked.value]]), input.note);
      if (published.ok) await versions.deleteDraft(tx, name);
      return published;
    },
  );
  clearDocumentCache(ctx.db);
  return done;
}

/**
 * Lets the shipped document count again in place of the version `over`; a draft stays. Errors: `no_such_document`,
 * `published_meanwhile`.
 */
export async function resetSeen(
  ctx: SignedInCtx,
  { name, over, note }: { readonly name: string; readonly over: number; readonly note: string | null },
): Promise<Result<undefined, 'no_such_document' | 'published_meanwhile'>> {
  const known = documentName(name);
  if (known === undefined) return noSuchDocument(name);
  const done = await transaction(ctx, async (tx): Promise<Result<undefined, 'published_meanwhile'>> => {
    await queries.lockDocuments(tx);
    if ((await versions.lastVersion(tx, known)) !== over) return fail('published_meanwhile');
    // What is shipped names no picture that could be missing.
    await publish(tx, ctx, new Map([[known, DOCUMENTS[known].shipped]]), note);
    return ok(undefined);
  });
  clearDocumentCache(ctx.db);
  return done;
}

/** Makes a published version the draft, in place of the draft that was seen. Errors: as `saveDraft`; `no_such_version`. */
export function bringBack(
  ctx: SignedInCtx,
  { version, ...seen }: { readonly name: string; readonly version: number; readonly revision: string | null },
): Promise<Result<undefined, 'no_such_document' | 'draft_changed' | 'no_such_version'>> {
  return withDraft(ctx, seen, async (tx, name, draft): Promise<Result<undefined, 'no_such_version'>> => {
    const found = await versions.versionOf(tx, name, version);
    if (found === undefined) return fail('no_such_version');
    const begun_from = await versions.lastVersion(tx, name);
    const former = draft?.value ?? (await publishedValue(tx, name));
    await put(tx, ctx, { name, value: found.value as object, begun_from }, former, version);
    return ok(undefined);
  });
}
