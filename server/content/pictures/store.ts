import { getPicture } from '#shared/content/calls.ts';
import type { Announcement } from '#shared/content/contract-documents.ts';
import { fillPath } from '#shared/lib/call.ts';
import type { FieldError } from '#shared/lib/problem.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { audit, type AuditedBy } from '../../db/audit.ts';
import { transaction, type Db } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { newId } from '../../lib/ids.ts';
import { documentOf, clearDocumentCache } from '../documents/read.ts';
import * as documents from '../queries.ts';
import * as queries from '../queries-pictures.ts';

type WriteCtx = Pick<Ctx, 'db' | 'now'> & AuditedBy;

/** A picture, as announcements reference it. */
interface Picture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

const PLACE = fillPath(getPicture.path, { file: '' });
const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** The id in a picture's file name; null for other names. */
export function idOfFile(file: string): string | null {
  return FILE.exec(file)?.[1] ?? null;
}

const srcOf = (id: string): string => `${PLACE}${id}.webp`;

/** Stores a processed picture (webp; pixels) and returns its reference for announcements. */
export async function addPicture(
  ctx: WriteCtx,
  drawn: { readonly webp: Buffer; readonly width: number; readonly height: number },
): Promise<Picture> {
  const id = newId();
  const { width, height } = drawn;
  await transaction(ctx, async (tx) => {
    await queries.insertPicture(tx, { ...drawn, id, created_at: ctx.now });
    await audit(tx, ctx, {
      what: 'picture.added',
      object: { kind: 'picture', id },
      after: { width, height },
    });
    return ok(null);
  });
  return { src: srcOf(id), width, height };
}

/** Every stored picture, oldest first. */
export async function storedPictures(db: Db): Promise<Picture[]> {
  return (await queries.pictureRows(db)).map(({ id, width, height }) => ({ src: srcOf(id), width, height }));
}

/** Every stored picture, oldest first, with the announcements that show it. */
export async function listPictures(
  ctx: WriteCtx,
): Promise<readonly (Picture & { readonly shownBy: readonly string[] })[]> {
  clearDocumentCache(ctx.db);
  const { announcements } = await documentOf(ctx, 'announcements');
  return (await storedPictures(ctx.db)).map((picture) => ({
    ...picture,
    shownBy: showing(announcements, picture.src),
  }));
}

/** Removes a picture by its address; `in_use` while an announcement shows it. */
export async function removePicture(
  ctx: WriteCtx,
  src: string,
): Promise<Result<undefined, 'not_found' | 'in_use'>> {
  const id = src.startsWith(PLACE) ? idOfFile(src.slice(PLACE.length)) : null;
  if (id === null) return fail('not_found', { detail: noSuch(src) });
  const { db } = ctx;
  return transaction(ctx, async (tx) => {
    // A concurrent writer of announcements waits, and then finds the picture gone.
    await documents.lockDocuments(tx);
    clearDocumentCache(db);
    const { announcements } = await documentOf({ db }, 'announcements', tx);
    const [by] = showing(announcements, src);
    if (by !== undefined) return fail('in_use', { detail: `The announcement "${by}" shows ${src}.` });
    if (!(await queries.deletePicture(tx, id))) return fail('not_found', { detail: noSuch(src) });
    await audit(tx, ctx, { what: 'picture.removed', object: { kind: 'picture', id } });
    return ok(undefined);
  });
}

const noSuch = (src: string): string => `There is no picture ${src}.`;

type Pictured = Pick<Announcement, 'id' | 'images'>;
const SIZES = ['big', 'medium', 'small_mobile'] as const;

const showing = (announcements: readonly Pictured[], src: string): string[] =>
  announcements.filter(({ images }) => SIZES.some((size) => images[size]?.src === src)).map(({ id }) => id);

/** Fields of announcements whose stored picture is missing; shipped pictures are files. */
export async function missingPictures(
  db: Db,
  announcements: readonly Pictured[],
): Promise<readonly FieldError[]> {
  const named = announcements.flatMap(({ images }, index) =>
    SIZES.flatMap((size) => {
      const src = images[size]?.src ?? '';
      return src.startsWith(PLACE) ? [{ field: `announcements.${index}.images.${size}.src`, src }] : [];
    }),
  );
  if (named.length === 0) return [];
  const stored = new Set((await storedPictures(db)).map(({ src }) => src));
  return named
    .filter(({ src }) => !stored.has(src))
    .map(({ field, src }) => ({ field, message: `${noSuch(src)} Add it first.` }));
}
