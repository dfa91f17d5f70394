import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { holdState } from '../../../shared/booking/rules.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import { serverNow } from '../../app/clock.ts';
import { holdQuery } from '../api.ts';
import type { HoldStage } from './steps.ts';

export interface Hold {
  /** `asking` while the server has not said yet. */
  readonly stage: HoldStage | 'asking' | 'failed';
  /** The hold, live or run out, or the booked session; null when the server no longer knows it. */
  readonly session: Session | null;
  /** May still be extended. */
  readonly extendable: boolean;
  /** Call it when the countdown ends. */
  readonly expire: () => void;
  readonly retry: () => void;
}

/** The hold that the address names, as far as it is one of this musician: resumed by a reload, over by the clock. */
export function useHold(id: number | undefined, slug: string): Hold {
  const query = useQuery({ ...holdQuery(id ?? 0), enabled: id !== undefined });
  const [ended, setEnded] = useState<string | null>(null);
  const session = id === undefined ? null : (query.data ?? null);
  const until = session?.hold_expires_at ?? null;
  const expire = useCallback(() => setEnded(until), [until]);
  const retry = () => void query.refetch();
  const as = (stage: Hold['stage'], extendable = false): Hold => ({
    stage,
    session,
    extendable,
    expire,
    retry,
  });

  if (id === undefined) return as('none');
  if (query.isPending) return as(query.isError ? 'failed' : 'asking');
  if (query.isError && query.data === undefined) return as('failed');
  if (session === null) return as('expired');
  if (session.partner.slug !== slug || session.status === 'cancelled') return as('none');
  if (session.status !== 'prebooked' || until === null) return as('booked');
  const now = Temporal.Instant.fromEpochMilliseconds(Math.floor(serverNow()));
  const held = { held_until: Temporal.Instant.from(until), hold_extended: session.hold_extended };
  const { live, extendable } = holdState(held, now);
  return live && ended !== until ? as('live', extendable) : as('expired');
}
