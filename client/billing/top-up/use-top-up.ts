import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { paths } from '../../lib/paths.ts';
import { newKey } from '../../lib/new-key.ts';
import { useMe } from '../../lib/session.ts';
import { useLeaving } from '../portal/use-leaving.ts';
import { snapshotOf, storeTrip } from '../return/trip.ts';
import { sendTopUp } from './api.ts';
import { waitingBooking } from './waiting-booking.ts';

interface Wanted {
  readonly provider: Provider;
  /** Credits. */
  readonly amount: number;
  readonly country: string;
}

interface TopUpInput {
  /** The musician whose booking waits for the credits. */
  readonly artist: string | undefined;
  readonly pathname: string;
}

/** Begins a top-up and leaves for the page to pay on (docs/product/buying.md#top-up). */
export function useTopUp({ artist, pathname }: TopUpInput) {
  const me = useMe();
  const [leaving, leaveTo] = useLeaving();
  // A retry after a lost response begins the same purchase.
  const last = useRef({ content: '', key: '' });
  const topUp = useMutation({
    mutationFn: async ({ provider, amount, country }: Wanted) => {
      const booking = waitingBooking();
      const returnTo = booking?.returnTo ?? returnPath(artist, pathname);
      const body = {
        amount,
        country,
        ...(returnTo !== null && { return_to: returnTo }),
        ...(booking?.holdId !== undefined && { hold_id: booking.holdId }),
      };
      const content = JSON.stringify({ provider, ...body });
      if (last.current.content !== content) last.current = { content, key: newKey() };
      const url = await sendTopUp(provider, body, last.current.key);
      await booking?.beforeLeaving();
      return url;
    },
    onSuccess: (url) => {
      last.current = { content: '', key: '' };
      storeTrip({ kind: 'purchase', personId: me.id, before: snapshotOf(me) });
      leaveTo(url);
    },
  });
  const busy = topUp.isPending || leaving;
  return {
    busy,
    error: topUp.error,
    leave: async (wanted: Wanted) => {
      if (!busy) await topUp.mutateAsync(wanted).catch(() => undefined);
    },
  };
}

/** Where the payment returns to; null: the billing area. */
function returnPath(artist: string | undefined, pathname: string): string | null {
  if (artist !== undefined) return paths.booking(artist);
  return pathname === paths.profile ? null : pathname;
}
