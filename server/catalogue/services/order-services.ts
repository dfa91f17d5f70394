import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { together } from '../../db/pipeline.ts';
import { transaction } from '../../db/transaction.ts';
import * as queries from './queries-services.ts';

interface Ordering {
  /** Every service as the operator has seen them. */
  readonly seen: readonly string[];
  readonly order: readonly string[];
}

/**
 * Puts the services in another order (docs/product/catalogue.md#order-of-the-services). `changed`: they are others, or in
 * another order, than was seen; `other_services`: the new order has not each of them once.
 */
export async function orderServices(
  ctx: Ctx,
  { seen, order }: Ordering,
): Promise<Result<null, 'changed' | 'other_services'>> {
  if (!isSame(seen.toSorted(), order.toSorted())) return fail('other_services');
  return transaction(ctx, async (tx): Promise<Result<null, 'changed'>> => {
    const services = await queries.lockServices(tx);
    const now = services.map(({ id }) => id);
    if (!isSame(now, seen)) return fail('changed');
    const moved = services.filter(({ id }, at) => order[at] !== id);
    await together([
      queries.setPlaces(tx, order),
      ...moved.map(({ id, value, place }) =>
        audit(tx, ctx, {
          what: 'service.moved',
          object: { kind: 'service', id: value },
          before: { place },
          after: { place: order.indexOf(id) + 1 },
        }),
      ),
    ]);
    return ok(null);
  });
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, at) => id === b[at]);
