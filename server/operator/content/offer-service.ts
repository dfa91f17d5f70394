import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/content/contract-services.ts';
import { lockLines, wakeLines, withdrawOffers } from '../../booking/steps.ts';
import { setOffered } from '../../catalogue/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction, type Tx } from '../../db/transaction.ts';

const DONE = { ok: true } as const;
type Stopped = Result<null, 'not_found' | 'done_already' | 'line_began'>;

/** Stops a service; what was offered with it ends (docs/product/catalogue.md#stopped-services). */
export async function stopService(
  ctx: SignedInCtx,
  { params: { id } }: InputOf<typeof contract.stopService>,
): Promise<Result<ResponseOf<typeof contract.stopService>, ProblemOf<typeof contract.stopService>>> {
  for (;;) {
    const done = await transaction(ctx, (tx) => stop(ctx, tx, id));
    if (done.ok) return ok(DONE);
    if (done.reason !== 'line_began')
      return fail(done.reason === 'not_found' ? 'not_found' : 'stopped_already');
  }
}

/** `line_began`: somebody has begun to wait, and was offered a time, while the lines were locked: once more. */
async function stop(ctx: SignedInCtx, tx: Tx, serviceId: string): Promise<Stopped> {
  const locked = await lockLines(tx, serviceId);
  const done = await setOffered(tx, ctx, { id: serviceId, offered: false });
  if (!done.ok) return done;
  return (await withdrawOffers(tx, ctx, { serviceId, locked })) ? ok(null) : fail('line_began');
}

/** Offers a service that is new or was stopped; who waits with it is in line again. */
export async function offerService(
  ctx: SignedInCtx,
  { params: { id } }: InputOf<typeof contract.offerService>,
): Promise<Result<ResponseOf<typeof contract.offerService>, ProblemOf<typeof contract.offerService>>> {
  const done = await transaction(ctx, async (tx) => {
    const changed = await setOffered(tx, ctx, { id, offered: true });
    if (changed.ok) await wakeLines(tx, ctx, id);
    return changed;
  });
  if (done.ok) return ok(DONE);
  return fail(done.reason === 'not_found' ? 'not_found' : 'offered_already');
}
