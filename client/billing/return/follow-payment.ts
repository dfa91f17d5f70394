import type { QueryClient } from '@tanstack/react-query';
import { RETURN } from '#shared/billing/texts-area.ts';
import { meQuery } from '../../lib/session.ts';
import { billingQuery, invoicesQuery } from '../area-api.ts';
import { arrivalText, hasArrived, portalText } from './payment-return.ts';
import { poll } from './poll.ts';
import { snapshotOf, type Snapshot } from './trip.ts';

interface Following {
  readonly queryClient: QueryClient;
  readonly kind: 'purchase' | 'portal';
  readonly before: Snapshot;
  /** Looks once; nothing need have come. */
  readonly once?: boolean;
  readonly signal: AbortSignal;
}

/** `ended`: what to say, null for nothing; `late`: the payment is still on its way. */
type Outcome = { readonly kind: 'ended'; readonly message: string | null } | { readonly kind: 'late' };

/** Reads the invoices until that of the payment is there: it is issued a moment after the credits came. */
export async function awaitInvoice(queryClient: QueryClient): Promise<void> {
  const query = invoicesQuery(0);
  const known = queryClient.getQueryData(query.queryKey)?.total ?? 0;
  const { signal } = new AbortController();
  const read = () => queryClient.fetchQuery({ ...query, staleTime: 0 });
  await poll({ read, isDone: ({ total }) => total > known, signal });
}

/** Waits until the server says what came; it alone is believed (docs/product/buying.md#payment-return). */
export async function followPayment({
  queryClient,
  kind,
  before,
  once = false,
  signal,
}: Following): Promise<Outcome> {
  const readBilling = () => queryClient.fetchQuery({ ...billingQuery, staleTime: 0 });
  const read = async (): Promise<Snapshot | null> => {
    const [me, billing] = await Promise.all([
      queryClient.fetchQuery({ ...meQuery, staleTime: 0 }),
      kind === 'portal' || before.pending !== undefined ? readBilling() : null,
    ]);
    return me && snapshotOf(me, billing);
  };
  const isDone = (after: Snapshot) =>
    kind === 'portal' ? portalText(before, after) !== null : hasArrived(before, after);
  if (once) {
    const after = await read().catch(() => null);
    return { kind: 'ended', message: after !== null && isDone(after) ? arrivalText(before, after) : null };
  }
  const after = await poll({ read, isDone, signal });
  if (kind === 'portal') return { kind: 'ended', message: after && portalText(before, after) };
  if (after !== null) return { kind: 'ended', message: arrivalText(before, after) };
  // It may have arrived before this screen looked first.
  const isSettling = await readBilling().then(
    (billing) => billing.is_settling,
    () => true,
  );
  return isSettling ? { kind: 'late' } : { kind: 'ended', message: RETURN.upToDate };
}
