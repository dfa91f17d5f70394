import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useRef } from 'react';
import type { ChosenSlot } from '#shared/booking/rules.ts';
import type { HoldingReason } from '#shared/booking/rules-holding.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { isRefusal } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { holdQuery, sendExtend, sendPrebook } from '../api.ts';
import { releaseHold } from '../hold/release.ts';
import type { Step } from '../form/steps.ts';
import type { BookingEvent } from './events.ts';

/** Refusals by the hold limits: the time itself is still free. */
const LIMITS: ReadonlySet<string> = new Set<HoldingReason>([
  'unpaid_hold',
  'held_too_long',
  'too_many_holds',
]);

interface HoldCallsInput {
  readonly service: { readonly id: string } | undefined;
  readonly chosen: readonly ChosenSlot[];
  /** The live hold. */
  readonly held: Session | null;
  readonly step: Step;
  readonly isBusy: boolean;
  readonly goTo: (step: Step, more?: { hold?: number; replace?: boolean }) => Promise<void>;
  /** Refetches the slots and deselects those that are no longer free. */
  readonly refreshSlots: () => Promise<void>;
  readonly dispatch: Dispatch<BookingEvent>;
}

/** The calls that make, extend and release a hold. */
export function useHoldCalls(input: HoldCallsInput) {
  const { service, chosen, held, step, isBusy, goTo, refreshSlots, dispatch } = input;
  const queryClient = useQueryClient();
  const refresh = (...names: string[]) => {
    for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] });
  };

  /** Runs one call at a time; a refusal is shown and the selection stays. */
  const run = async (work: () => Promise<void>, onRefused?: (code: string) => Promise<void>) => {
    if (isBusy) return;
    dispatch({ type: 'call-started', call: 'hold' });
    try {
      await work();
    } catch (error) {
      if (isRefusal(error)) await onRefused?.(error.problem.code);
      dispatch({ type: 'refused', message: errorMessage(error) });
    } finally {
      dispatch({ type: 'call-ended', call: 'hold' });
    }
  };

  const prebooking = useRef({ content: '', key: '' });
  const hold = (then: Step) =>
    run(
      async () => {
        const first = chosen[0];
        if (!service || !first) return;
        const body = {
          slots: chosen.map(({ id }) => id),
          primary_slot: first.id,
          options: { service_id: service.id },
        };
        const content = JSON.stringify(body);
        // Retries after a lost response have the same key.
        if (prebooking.current.content !== content) prebooking.current = { content, key: newKey() };
        const session = await sendPrebook(body, prebooking.current.key);
        prebooking.current = { content: '', key: '' };
        queryClient.setQueryData(holdQuery(session.id).queryKey, session);
        dispatch({ type: 'held', id: session.id });
        refresh('slots', 'holds');
        await goTo(then, { hold: session.id, replace: step !== 'time' });
      },
      async (code) => {
        prebooking.current = { content: '', key: '' };
        refresh('holds');
        if (LIMITS.has(code)) return;
        await refreshSlots();
        if (step !== 'time') await goTo('time');
      },
    );

  const extending = useRef(false);
  const extend = async () => {
    if (held === null || extending.current) return;
    extending.current = true;
    await run(async () => {
      const session = await sendExtend(held.id);
      queryClient.setQueryData(holdQuery(session.id).queryKey, session);
      refresh('holds');
    });
    extending.current = false;
  };

  /** The same without a message: a hold that cannot be extended stays as it is. */
  const extendQuietly = async () => {
    const session = held === null ? null : await sendExtend(held.id).catch(() => null);
    if (session !== null) queryClient.setQueryData(holdQuery(session.id).queryKey, session);
  };

  const release = async () => {
    if (held === null) return;
    await releaseHold(queryClient, held.id);
    dispatch({ type: 'released' });
  };

  return { hold, extend, extendQuietly, release };
}
