import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import type { Tx } from '../../db/transaction.ts';
import * as queries from './queries-services.ts';

/**
 * Stops a service, or has it offered again (docs/product/catalogue.md#stopped-services). `done_already`: it is so. Locks
 * the service, after musicians.
 */
export async function setOffered(
  tx: Tx,
  ctx: Ctx,
  { id, offered }: { readonly id: string; readonly offered: boolean },
): Promise<Result<null, 'not_found' | 'done_already'>> {
  const row = await queries.lockService(tx, id);
  if (row === undefined) return fail('not_found');
  if (row.offered === offered) return fail('done_already');
  await queries.updateService(tx, id, { offered });
  await audit(tx, ctx, {
    what: offered ? 'service.offered' : 'service.stopped',
    object: { kind: 'service', id: row.value },
  });
  return ok(null);
}

/** Whether a service is offered; it is not stopped before the transaction ends. */
export function keepOffered(tx: Tx, id: string): Promise<boolean> {
  return queries.keepOffered(tx, id);
}
