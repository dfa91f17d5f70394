import type { Ctx } from '../../ctx/ctx.ts';
import { cancellationsSince } from './queries-leaving.ts';

export type ListedCancellation = Awaited<ReturnType<typeof cancellationsSince>>[number];

/** Who has left since an instant, and why, newest first (docs/product/operator.md#why-members-leave). */
export const listCancellations = (
  { db }: Pick<Ctx, 'db'>,
  since: Temporal.Instant,
): Promise<readonly ListedCancellation[]> => cancellationsSince(db, since);
