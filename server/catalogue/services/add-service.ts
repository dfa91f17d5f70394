import type { NewService } from '#shared/catalogue/contract-service.ts';
import { NEW_FORM } from '#shared/catalogue/defaults.ts';
import { lengthErrors } from '#shared/catalogue/rules-service.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import * as queries from './queries-services.ts';

/**
 * Adds a service, which is not offered yet (docs/product/catalogue.md#new-services). `name_taken`: another one has its
 * name; `invalid` names the fields.
 */
export async function addService(
  ctx: Ctx,
  service: NewService,
): Promise<Result<{ readonly id: string }, 'invalid' | 'name_taken'>> {
  const errors = lengthErrors(service);
  if (errors.length > 0) return fail('invalid', { errors });
  return transaction<Result<{ readonly id: string }, 'name_taken'>>(ctx, async (tx) => {
    const id = newId();
    await queries.insertService(tx, {
      ...service,
      id,
      form_flags: JSON.stringify(NEW_FORM),
      file_upload_rules: JSON.stringify([]),
      files_deadline: 24 * 60,
      offered: false,
    });
    await audit(tx, ctx, {
      what: 'service.added',
      object: { kind: 'service', id: service.value },
      after: { ...service },
    });
    return ok({ id });
  });
}
