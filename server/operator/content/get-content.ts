import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/content/contract-content.ts';
import { VERSIONS_SHOWN } from '#shared/operator/content/rules-content.ts';
import * as content from '../../content/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import * as queries from './queries-content.ts';

type Value = Record<string, unknown>;

interface ChangeRow {
  readonly at: Temporal.Instant;
  readonly by_id: string | null;
  readonly by_name: string | null;
}

const toChange = ({ at, by_id, by_name }: ChangeRow) => ({
  at: at.toString(),
  by: by_id === null ? null : { id: by_id, name: by_name ?? '' },
});

/** When and by whom what belongs to a document was changed; null: there is nothing. */
function changeOf(rows: readonly (ChangeRow & { readonly name: string })[], name: string) {
  const row = rows.find((one) => one.name === name);
  return row === undefined ? null : toChange(row);
}

/** Every document, who published it last and its draft (docs/product/operator.md#documents). */
export async function listContent({
  db,
}: Pick<Ctx, 'db'>): Promise<Result<ResponseOf<typeof contract.listContent>, never>> {
  const [published, drafts, own] = await Promise.all([
    queries.lastVersions(db),
    queries.drafts(db),
    content.ownDocumentNames(db),
  ]);
  return ok({
    documents: content.DOCUMENT_NAMES.map((name) => ({
      name,
      is_shipped: !own.has(name),
      published: changeOf(published, name),
      draft: changeOf(drafts, name),
    })),
  });
}

/** A document's page (docs/product/operator.md#documents). Errors: `not_found`. */
export async function getContentDocument(
  { db }: Pick<Ctx, 'db'>,
  { params }: InputOf<typeof contract.getContentDocument>,
): Promise<
  Result<ResponseOf<typeof contract.getContentDocument>, ProblemOf<typeof contract.getContentDocument>>
> {
  const name = content.documentName(params.name);
  if (name === undefined) return fail('not_found');
  const [published, own, [draft], versions, pictures] = await Promise.all([
    content.readDocument({ db }, name),
    content.ownDocumentNames(db),
    queries.drafts(db, name),
    queries.versionsOf(db, name, VERSIONS_SHOWN),
    name === 'announcements' ? content.storedPictures(db) : [],
  ]);
  if (!published.ok) return fail('not_found');
  return ok({
    name,
    is_shipped: !own.has(name),
    published: published.value as Value,
    version: versions[0]?.version ?? 0,
    draft:
      draft === undefined
        ? null
        : {
            value: draft.value as Value,
            revision: draft.revision,
            begun_from: draft.begun_from,
            errors: [...content.draftErrors(name, draft.value)],
            ...toChange(draft),
          },
    form: content.documentForm(name).map((field) => ({ ...field, options: [...field.options] })),
    pictures,
    versions: versions.map((row) => ({
      version: row.version,
      is_shipped: row.is_shipped,
      note: row.note,
      ...toChange(row),
    })),
  });
}

/** A published version beside the one before it. Errors: `not_found`. */
export async function getContentVersion(
  { db }: Pick<Ctx, 'db'>,
  { params }: InputOf<typeof contract.getContentVersion>,
): Promise<
  Result<ResponseOf<typeof contract.getContentVersion>, ProblemOf<typeof contract.getContentVersion>>
> {
  const name = content.documentName(params.name);
  if (name === undefined) return fail('not_found');
  const rows = await queries.versionAndFormer(db, name, params.version);
  const valueOf = (version: number) =>
    rows.find((row) => row.version === version)?.value as Value | undefined;
  const value = valueOf(params.version);
  if (value === undefined) return fail('not_found');
  return ok({ value, before: valueOf(params.version - 1) ?? content.shippedDocument(name) });
}
