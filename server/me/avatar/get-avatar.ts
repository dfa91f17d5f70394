import type { getAvatar as endpoint } from '#shared/me/contract-avatar.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { pictureResponse } from '../../http/picture.ts';
import { avatarById } from './queries-avatars.ts';

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** A picture by its address, which is never reused (docs/product/me.md#avatar-address). */
export async function getAvatar(
  { db }: Ctx,
  { params }: InputOf<typeof endpoint>,
): Promise<Result<ResponseOf<typeof endpoint>, ProblemOf<typeof endpoint>>> {
  const id = FILE.exec(params.file)?.[1];
  const row = id === undefined ? undefined : await avatarById(db, id);
  if (row === undefined) return fail('not_found');
  return ok(pictureResponse(row.webp));
}
