import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/content/contract-flags.ts';
import { LATEST } from '#shared/operator/rules-people.ts';
import * as content from '../../content/service.ts';
import type { Ctx, SignedInCtx } from '../../ctx/ctx.ts';
import { toEntry } from '../list-audit-log.ts';
import { auditEntries } from '../queries-audit.ts';
import { lastChanges } from './queries-content.ts';

/** Every flag, who changed it last, and the latest changes (docs/product/operator.md#flags). */
export async function listFlags({
  db,
}: Pick<Ctx, 'db'>): Promise<Result<ResponseOf<typeof contract.listFlags>, never>> {
  const [flags, changes, audit] = await Promise.all([
    content.listFlags({ db }),
    lastChanges(db, 'flag'),
    auditEntries(db, { object_kind: 'flag' }, LATEST),
  ]);
  return ok({
    flags: flags.map(({ name, about, default: shipped, override: own, value }) => ({
      name,
      about,
      shipped,
      own,
      value,
      changed: changes.get(name) ?? null,
    })),
    audit: audit.map(toEntry),
  });
}

/** Sets a flag (docs/product/operator.md#flags). Errors: `not_found`. */
export async function setFlag(
  ctx: SignedInCtx,
  { params: { name }, body: { on } }: InputOf<typeof contract.setFlag>,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.setFlag>>> {
  return (await content.setFlag(ctx, name, on)).ok ? ok({ ok: true }) : fail('not_found');
}

/** Lets the shipped value count again (docs/product/operator.md#flags). Errors: `not_found`. */
export async function unsetFlag(
  ctx: SignedInCtx,
  { params: { name } }: InputOf<typeof contract.unsetFlag>,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.unsetFlag>>> {
  return (await content.unsetFlag(ctx, name)).ok ? ok({ ok: true }) : fail('not_found');
}
