import { useQuery } from '@tanstack/react-query';
import { type Dispatch, useCallback } from 'react';
import { holdState } from '#shared/booking/rules.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { serverNow } from '../../lib/clock.ts';
import { holdQuery } from '../api.ts';
import type { BookingEvent } from '../state/events.ts';
import type { HoldStage } from '../form/steps.ts';

export interface Hold {
  readonly stage: HoldStage | 'loading' | 'failed';
  /** The hold, live or run out, or the booked session; null when the server no longer knows it. */
  readonly session: Session | null;
  /** May still be extended. */
  readonly extendable: boolean;
  /** To be called when the countdown ends. */
  readonly expire: () => void;
  readonly retry: () => void;
}

interface HoldInput {
  readonly id: number | undefined;
  readonly slug: string;
  /** The end of the hold whose countdown has ended. */
  readonly endedAt: string | null;
  readonly dispatch: Dispatch<BookingEvent>;
}

/** The hold with this musician; survives a reload and ends by the clock. */
export function useHold({ id, slug, endedAt, dispatch }: HoldInput): Hold {
  const query = useQuery({ ...holdQuery(id ?? 0), enabled: id !== undefined });
  const session = id === undefined ? null : (query.data ?? null);
  const until = session?.hold_expires_at ?? null;
  const expire = useCallback(() => dispatch({ type: 'hold-ended', until }), [dispatch, until]);
  const retry = () => void query.refetch();
  const as = (stage: Hold['stage'], extendable = false): Hold => ({
    stage,
    session,
    extendable,
    expire,
    retry,
  });

  if (id === undefined) return as('none');
  if (query.isPending) return as(query.isError ? 'failed' : 'loading');
  if (query.isError && query.data === undefined) return as('failed');
  if (session === null) return as('expired');
  if (session.partner.slug !== slug || session.status === 'cancelled') return as('none');
  if (session.status !== 'prebooked' || until === null) return as('booked');
  const now = Temporal.Instant.fromEpochMilliseconds(Math.floor(serverNow()));
  const held = { held_until: Temporal.Instant.from(until), hold_extended: session.hold_extended };
  const { live, extendable } = holdState(held, now);
  return live && endedAt !== until ? as('live', extendable) : as('expired');
}
