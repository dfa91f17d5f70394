import { useNavigate } from '@tanstack/react-router';
import type { Dispatch } from 'react';
import { limitModal, type SessionLimit } from '#shared/booking/rules.ts';
import type { Me } from '#shared/me/contract.ts';
import type { BookingEvent } from '../state/events.ts';

/** Opens what tells of a limit of sessions (docs/product/booking.md#session-limits). */
export function useShowLimit({ status, subscription }: Me, dispatch: Dispatch<BookingEvent>) {
  const navigate = useNavigate();
  return async (reason: SessionLimit): Promise<void> => {
    const modal = limitModal(reason, { ...subscription, status });
    if (modal === 'plan-full') dispatch({ type: 'plan-full' });
    else await navigate({ to: '.', search: (search) => ({ ...search, modal }), resetScroll: false });
  };
}
