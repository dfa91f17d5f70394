import type { EditableService } from '#shared/catalogue/contract-service.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { differences, type AuditFacts } from '#shared/operator/rules-audit.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
import * as queries from './queries-services.ts';
import { columnsOf, editableOf, seenOf } from './stored.ts';

interface Change {
  readonly id: string;
  /** Of the service that the operator has seen. */
  readonly seen: string;
  readonly value: EditableService;
}

/**
 * Changes texts, prices and the files deadline of a service (docs/product/catalogue.md#changing-a-service). `changed`:
 * somebody else has changed it meanwhile.
 */
export async function changeService(
  ctx: Ctx,
  { id, seen, value }: Change,
): Promise<Result<null, 'not_found' | 'changed'>> {
  return transaction(ctx, async (tx) => {
    const row = await queries.lockService(tx, id);
    if (row === undefined) return fail('not_found');
    if (seenOf(row) !== seen) return fail('changed');
    const { before, after } = differences(asFacts(editableOf(row)), asFacts(value));
    if (Object.keys(before).length + Object.keys(after).length === 0) return ok(null);
    await queries.updateService(tx, id, columnsOf(value, row));
    await audit(tx, ctx, {
      what: 'service.changed',
      object: { kind: 'service', id: row.value },
      before,
      after,
    });
    return ok(null);
  });
}

const asFacts = (value: EditableService): AuditFacts => ({ ...value });
