import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { creditsWarning, slotContext, unavailableReason } from '#shared/booking/rules.ts';
import { PICKER } from '#shared/booking/texts.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { useMe } from '../../lib/session.ts';
import { holdsQuery, partnerQuery } from '../api.ts';
import { releaseHold } from '../hold/release.ts';
import { slotsFor } from '../time/slots.ts';
import { presentStep, readStep, type Step, stepBefore, stepsOf } from '../form/steps.ts';
import { useChoice } from '../form/use-choice.ts';
import { useConfirm } from '../form/use-confirm.ts';
import { useHold } from '../hold/use-hold.ts';
import { useResume, useSaving } from '../hold/use-resume.ts';
import { useBookingLimits } from '../limits/use-booking-limits.ts';
import { useShowLimit } from '../limits/use-show-limit.ts';
import { useBookingForm } from './use-booking-form.ts';
import { useHoldCalls } from './use-hold-calls.ts';
import { useStoredState } from './use-stored-state.ts';

/** One booking with one musician: the choice, the hold, the step, and the actions of its buttons. */
export function useBookingValue(slug: string) {
  const me = useMe();
  const queryClient = useQueryClient();
  const navigate = useNavigate({ from: '/explore/$slug' });
  const search = useSearch({ from: '/signed-in/explore/$slug' });
  const partner = useQuery(partnerQuery(slug));
  const { state, draft, dispatch } = useStoredState(me.id, slug);
  const { wizard } = state;
  const heldSession = useQuery(holdsQuery).data?.hold?.session;
  // Holds made in another browser or tab count too.
  const holdId =
    state.hold.id ?? search.hold ?? (heldSession?.partner.slug === slug ? heldSession.id : undefined);
  const hold = useHold({ id: holdId, slug, endedAt: state.hold.endedAt, dispatch });

  const choice = useChoice({ me, slug, choice: state.choice, partner: partner.data });
  const { now, servicesFirst, service, slotsResult, chosen, chooser, selection } = choice;
  const musicianId = partner.data?.id;

  const steps = stepsOf(servicesFirst);
  const stage = hold.stage === 'loading' || hold.stage === 'failed' ? 'none' : hold.stage;
  const step = presentStep(readStep(search.step), steps, stage, service !== undefined);
  const form = useBookingForm({ values: draft.form, service, step, isBooked: stage === 'booked', dispatch });

  const onHoldFound = useEffectEvent((held: Session) =>
    dispatch({ type: 'hold-found', serviceId: held.service.id, slotIds: held.slots.map(({ id }) => id) }),
  );
  useEffect(() => {
    if (hold.stage === 'live' && hold.session) onHoldFound(hold.session);
  }, [hold.stage, hold.session]);

  const goTo = async (to: Step, more: { hold?: number; replace?: boolean } = {}) => {
    dispatch({ type: 'step-changed' });
    const { replace = false, ...part } = more;
    const latest = holdId === undefined ? {} : { hold: holdId };
    await navigate({
      search: (before) => ({ ...before, ...latest, ...part, step: to }),
      replace,
      resetScroll: false,
    });
  };

  const isResumed = useResume({
    musicianId,
    holdId,
    draft,
    onResume: (next, server) => {
      if (next !== draft) {
        dispatch({ type: 'draft-resumed', draft: next });
        form.reset(next.form);
      }
      const at = readStep(server?.step);
      if (at !== undefined && search.step === undefined && server?.session_id === holdId)
        void goTo(at, { replace: true });
    },
  });
  const isHeld = isResumed && holdId !== undefined && (stage === 'live' || stage === 'expired');
  const saveNow = useSaving({
    body:
      isHeld && service
        ? { session_id: holdId, service_id: service.id, slots: draft.slotIds, step, form: { ...draft.form } }
        : null,
    unsaved: draft.unsaved,
    onSaved: (at) => dispatch({ type: 'draft-saved', at }),
  });

  const refreshSlots = async () => {
    const { data } = await slotsResult.refetch();
    if (!service || !data) return;
    const context = slotContext(chooser);
    const free = slotsFor(service, data).filter((slot) => unavailableReason(slot, service, context) === null);
    dispatch({ type: 'slots-refreshed', freeIds: new Set(free.map(({ id }) => id)) });
  };

  const held = hold.stage === 'live' ? hold.session : null;
  const calls = useHoldCalls({
    service,
    chosen,
    held,
    step,
    isBusy: wizard.holding,
    goTo,
    refreshSlots,
    dispatch,
  });
  const holdsChoice =
    held !== null &&
    held.service.id === service?.id &&
    held.slots.length === chosen.length &&
    chosen.every(({ id }) => held.slots.some((slot) => slot.id === id));
  const limits = useBookingLimits({
    me,
    now,
    held,
    chosen: holdsChoice ? null : selection,
    musicianId,
    service,
  });
  const showLimit = useShowLimit(me, dispatch);
  const confirm = useConfirm({ form, service, hold, isBusy: wizard.confirming, goTo, showLimit, dispatch });
  const showError = (message: string) => dispatch({ type: 'refused', message });

  return {
    me,
    slug,
    partner,
    ...choice,
    ...limits,
    isResumed,
    saveNow,
    hold,
    stage,
    steps,
    step,
    form,
    error: wizard.error,
    busy: wizard.holding,
    confirming: wizard.confirming,
    isPlanFull: wizard.isPlanFull,
    goTo,
    showError,
    confirm,
    closePlanFull: () => dispatch({ type: 'plan-full-closed' }),

    chooseService: (id: string) => dispatch({ type: 'service-chosen', id, isNew: id !== service?.id }),
    chooseSlots: (ids: readonly string[]) => dispatch({ type: 'slots-chosen', ids }),
    /** Holds the selection and continues; a selection that is already held is not held again. */
    continueFromTime: async () => {
      if (selection?.ok !== true) {
        showError(selection?.detail ?? PICKER.empty);
        return;
      }
      if (holdsChoice) await goTo('track');
      else if (limits.limitReason !== null) await showLimit(limits.limitReason);
      else if (limits.holding !== null) showError(limits.holding);
      else await calls.hold('track');
    },
    holdAgain: () => calls.hold(step),
    extend: calls.extend,
    release: calls.release,
    /** Before the browser leaves for a payment: saves the draft and extends the hold, as far as both are possible. */
    prepareToLeave: async () => {
      await saveNow();
      if (hold.extendable) await calls.extendQuietly();
    },
    /** One step back; back to the service clears the selection and releases the hold. */
    back: () => {
      const to = stepBefore(step, steps);
      if (to === null) return;
      if (to === 'service') {
        dispatch({ type: 'released' });
        if (held) void releaseHold(queryClient, held.id);
        dispatch({ type: 'step-changed' });
        void navigate({
          search: ({ hold: _hold, ...before }) => ({ ...before, step: to }),
          resetScroll: false,
        });
      } else void goTo(to);
    },
    warningFor: (cost: number) => creditsWarning(limits.balance, cost),
  };
}

export type Booking = ReturnType<typeof useBookingValue>;
