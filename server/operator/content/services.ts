import type { Endpoint, InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/content/contract-services.ts';
import type { ListedService } from '#shared/operator/content/contract-services.ts';
import { LATEST } from '#shared/operator/rules-people.ts';
import { HIDEABLE_FIELDS } from '#shared/sessions/rules-options.ts';
import * as catalogue from '../../catalogue/service.ts';
import type { Ctx, SignedInCtx } from '../../ctx/ctx.ts';
import { toEntry } from '../list-audit-log.ts';
import { auditEntries } from '../queries-audit.ts';

type Answer<E extends Endpoint> = Promise<Result<ResponseOf<E>, ProblemOf<E>>>;
const DONE = { ok: true } as const;

const toListed = ({ offered: is_offered, ...row }: catalogue.ListedRow): ListedService => ({
  ...row,
  is_offered,
});

/** Every service of the catalogue (docs/product/operator.md#services). */
export async function listServices({ db }: Pick<Ctx, 'db'>): Answer<typeof contract.listServices> {
  return ok({ services: (await catalogue.everyService(db)).map(toListed) });
}

/** A service with what can be changed of it (docs/product/operator.md#services). */
export async function getService(
  { db }: Pick<Ctx, 'db'>,
  { params: { id } }: InputOf<typeof contract.getService>,
): Answer<typeof contract.getService> {
  const found = await catalogue.serviceForEditing(db, id);
  if (found === undefined) return fail('not_found');
  const { row, flags, value, form, seen, offering } = found;
  const { is_default, files_deadline_enabled: needs_files, files_delivery } = row;
  const audit = await auditEntries(db, { object_kind: 'service', object_id: row.value }, LATEST);
  return ok({
    service: {
      ...toListed(row),
      is_default,
      needs_files,
      files_delivery,
      asks: HIDEABLE_FIELDS.filter((field) => flags[field] !== false),
      questions: [...(flags.options ?? []), ...(flags.extra ? [flags.extra] : [])].map(({ label }) => label),
    },
    value,
    form: form.map((field) => ({ ...field, options: [...field.options] })),
    seen,
    offering,
    audit: audit.map(toEntry),
  });
}

/** Adds a service that is not offered yet (docs/product/catalogue.md#new-services). */
export function addService(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.addService>,
): Answer<typeof contract.addService> {
  return catalogue.addService(ctx, body);
}

/** Puts the services in another order (docs/product/catalogue.md#order-of-the-services). */
export async function orderServices(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.orderServices>,
): Answer<typeof contract.orderServices> {
  const done = await catalogue.orderServices(ctx, body);
  return done.ok ? ok(DONE) : done;
}

/** Changes a service as it was seen (docs/product/catalogue.md#changing-a-service). */
export async function changeService(
  ctx: SignedInCtx,
  { params: { id }, body }: InputOf<typeof contract.changeService>,
): Answer<typeof contract.changeService> {
  const done = await catalogue.changeService(ctx, { id, ...body });
  return done.ok ? ok(DONE) : done;
}
