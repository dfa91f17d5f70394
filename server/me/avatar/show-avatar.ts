import type { getAvatar as endpoint } from '../../shared/accounts/contract-avatar.ts';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { Ctx } from '../lib/ctx.ts';
import { asAnswer } from '../lib/picture.ts';
import { avatarById } from './queries-avatars.ts';

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** A picture as it is shown. Its address is never used for another one, so whoever has it need not ask again. */
export async function showAvatar(
  { db }: Ctx,
  { params }: InputOf<typeof endpoint>,
): Promise<Result<AnswerOf<typeof endpoint>, ProblemOf<typeof endpoint>>> {
  const id = FILE.exec(params.file)?.[1];
  const found = id === undefined ? undefined : await avatarById(db, id);
  if (found === undefined) return fail('not_found');
  return ok(asAnswer(found.webp));
}
