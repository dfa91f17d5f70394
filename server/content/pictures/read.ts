import type { getPicture } from '#shared/content/contract-pictures.ts';
import type { ResponseOf, InputOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { pictureResponse } from '../../http/picture.ts';
import * as queries from '../queries-pictures.ts';
import { idOfFile } from './store.ts';

/** A picture of the studio; an address never changes its content (docs/product/content.md#pictures). */
export async function readPicture(
  { db }: Ctx,
  { params }: InputOf<typeof getPicture>,
): Promise<Result<ResponseOf<typeof getPicture>, 'not_found'>> {
  const id = idOfFile(params.file);
  const row = id === null ? undefined : await queries.pictureById(db, id);
  if (row === undefined) return fail('not_found');
  return ok(pictureResponse(row.webp));
}
