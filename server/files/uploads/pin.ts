import type { Readable } from 'node:stream';
import type { Ctx } from '../../ctx/ctx.ts';
import { ObjectChanged, type Bytes, type Pin, type StoredObject } from '../../ctx/storage.ts';
import * as queries from '../queries.ts';
import type { PinnedFile } from '../queries.ts';

/**
 * The object of a listed file when its bytes are those that were listed; else null, logged and marked on the
 * file. Pins files without a pin (docs/product/files.md#changed-files).
 */
export async function pinOf(ctx: Ctx, file: PinnedFile): Promise<StoredObject | null> {
  const { key, etag, version } = file;
  try {
    if (etag !== null) return await ctx.storage.verify(key, { etag, version });
    const object = await ctx.storage.head(key);
    if (object === null || object.size !== file.size || isOther(object.crc32, file.crc32))
      throw new ObjectChanged(key);
    await queries.setPin(ctx.db, file, object);
    return object;
  } catch (error) {
    if (!(error instanceof ObjectChanged)) throw error;
    await logChanged(ctx, file);
    return null;
  }
}

/** Reads a file by its pin; a change is marked on the file before ObjectChanged is thrown. */
export async function readPinned(
  ctx: Ctx,
  file: PinnedFile,
  options: { readonly range?: Bytes; readonly pin: Pin },
): Promise<Readable> {
  try {
    return await ctx.storage.get(file.key, options);
  } catch (error) {
    if (error instanceof ObjectChanged) await logChanged(ctx, file);
    throw error;
  }
}

const isOther = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && one !== other;

/** Logged once for each file, as an error: only somebody with access to storage can cause it. */
async function logChanged(ctx: Ctx, file: PinnedFile): Promise<void> {
  if (await queries.setChanged(ctx.db, file, ctx.now))
    ctx.log.error({ file: file.id, session: file.session_id }, 'a file was changed after it was uploaded');
}
