import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/privacy/contract.ts';
import { EXPORTS_A_DAY } from '#shared/privacy/rules.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import * as exports from './export/queries-exports.ts';
import * as queries from './queries.ts';
import { toErasure } from './service.ts';

/** What the caller can do with their data now (docs/product/own-data.md#your-data). */
export async function getOwnData({
  db,
  actor,
  now,
}: SignedInCtx): Promise<Result<ResponseOf<typeof contract.getOwnData>, never>> {
  const [person, open, made] = await Promise.all([
    queries.personWithErasure(db, actor.id),
    queries.openThings(db, actor, now),
    exports.countExports(db, actor.id, now.subtract({ hours: 24 })),
  ]);
  return ok({
    erasure: toErasure(person),
    open,
    exports_left: Math.max(0, EXPORTS_A_DAY - made),
    confirmed_by: person?.has_password === true ? 'password' : 'link',
  });
}
