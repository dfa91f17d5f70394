import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type Chooser,
  creditsWarning,
  judgeSelection,
  reachOf,
  slotObstacle,
} from '../../../shared/booking/rules.ts';
import type { Buyer } from '../../../shared/catalogue/rules.ts';
import { LIMITATIONS } from '../../../shared/content/rules.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import { ProblemError } from '../../app/api.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { useMe } from '../../app/session.ts';
import { useNow } from '../../app/use-now.ts';
import {
  configurationQuery,
  holdQuery,
  limitationsQuery,
  partnerQuery,
  sendExtend,
  sendPrebook,
  sendRelease,
  slotsQuery,
} from '../api.ts';
import { type BookingForm, type FormContext, resolver } from './booking-form.ts';
import { slotsFor } from './slots.ts';
import { presentStep, readStep, type Step, stepBefore, stepsOf } from './steps.ts';
import { useDraft } from './use-draft.ts';
import { useHold } from './use-hold.ts';

/** One booking with one musician: what is chosen, what is held, where it stands, and the verbs of its buttons. */
export function useBooking(slug: string) {
  const me = useMe();
  const now = useNow();
  const queryClient = useQueryClient();
  const navigate = useNavigate({ from: '/explore/$slug' });
  const search = useSearch({ from: '/signed-in/explore/$slug' });
  const partner = useQuery(partnerQuery(slug));
  const configuration = useQuery(configurationQuery(slug));
  const limitations = useQuery({ ...limitationsQuery, enabled: me.has_limitations }).data ?? LIMITATIONS;
  const { draft, change, clear } = useDraft(me.id, slug);
  const holdId = draft.holdId ?? search.hold;
  const hold = useHold(holdId, slug);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const services = useMemo(() => configuration.data?.services.servicesList ?? [], [configuration.data]);
  const servicesFirst = configuration.data?.services_first ?? false;
  const byDefault = servicesFirst ? undefined : (services.find(({ isDefault }) => isDefault) ?? services[0]);
  const service = services.find(({ id }) => id === draft.serviceId) ?? byDefault;

  const musicianId = partner.data?.id;
  const slotsRead = useQuery({ ...slotsQuery(musicianId ?? ''), enabled: musicianId !== undefined });
  const slots = useMemo(
    () => (service && slotsRead.data ? slotsFor(service, slotsRead.data) : []),
    [service, slotsRead.data],
  );
  const chosen = useMemo(() => slots.filter(({ id }) => draft.slotIds.includes(id)), [slots, draft.slotIds]);
  const { has_limitations, timezone: zone } = me;
  const { booking_priority_end } = limitations;
  const chooser = useMemo(
    (): Chooser => ({ has_limitations, booking_priority_end, zone, now }),
    [has_limitations, booking_priority_end, zone, now],
  );
  const buyer: Buyer = {
    cohort: me.cohort ?? 'public',
    cohorts: me.cohorts,
    isAnnual: me.subscription.isAnnual,
  };
  const selection = service ? judgeSelection({ ...chooser, slots: chosen, service, buyer }) : null;

  const steps = stepsOf(servicesFirst);
  const stage = hold.stage === 'asking' || hold.stage === 'failed' ? 'none' : hold.stage;
  const step = presentStep(readStep(search.step), steps, stage, service !== undefined);

  const form = useForm<BookingForm, FormContext>({
    defaultValues: draft.form,
    resolver,
    ...(service ? { context: { service, step } } : {}),
  });
  const keepForm = useEffectEvent((values: BookingForm) => {
    if (stage !== 'booked') change({ form: values });
  });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepForm({ ...values }) }),
    [form],
  );

  // A hold that this tab knows nothing of (a link, a second tab) brings its own choice with it.
  const adopt = useEffectEvent((held: Session) => {
    if (draft.slotIds.length > 0) return;
    change({ serviceId: held.service.id, slotIds: held.slots.map(({ id }) => id) });
  });
  useEffect(() => {
    if (hold.stage === 'live' && hold.session) adopt(hold.session);
  }, [hold.stage, hold.session]);

  const goTo = async (to: Step, more: { hold?: number; replace?: boolean } = {}) => {
    setTrouble(null);
    const { replace = false, ...part } = more;
    const latest = holdId === undefined ? {} : { hold: holdId };
    await navigate({
      search: (before) => ({ ...before, ...latest, ...part, step: to }),
      replace,
      resetScroll: false,
    });
  };

  const refreshSlots = async () => {
    const { data } = await slotsRead.refetch();
    if (!service || !data) return;
    const reach = reachOf(chooser);
    const still = slotsFor(service, data).filter((slot) => slotObstacle(slot, service, reach) === null);
    change({ slotIds: draft.slotIds.filter((id) => still.some((slot) => slot.id === id)) });
  };

  /** Runs one call at a time; a refusal is said, and what was chosen stays. */
  const attempt = async (work: () => Promise<void>, onRefused?: (code: string) => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setTrouble(null);
    try {
      await work();
    } catch (error) {
      if (error instanceof ProblemError && error.problem.status > 0) await onRefused?.(error.problem.code);
      setTrouble(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };

  const holdSlots = (then: Step) =>
    attempt(
      async () => {
        const first = chosen[0];
        if (!service || !first) return;
        const session = await sendPrebook({
          slots: chosen.map(({ id }) => id),
          primary_slot: first.id,
          options: { service_id: service.id },
        });
        queryClient.setQueryData(holdQuery(session.id).queryKey, session);
        change({ holdId: session.id });
        void queryClient.invalidateQueries({ queryKey: ['slots'] });
        await goTo(then, { hold: session.id, replace: step !== 'time' });
      },
      async () => {
        await refreshSlots();
        if (step !== 'time') await goTo('time');
      },
    );

  const held = hold.stage === 'live' ? hold.session : null;
  const holdsChoice =
    held !== null &&
    held.service.id === service?.id &&
    held.slots.length === chosen.length &&
    chosen.every(({ id }) => held.slots.some((slot) => slot.id === id));

  const extending = useRef(false);
  return {
    me,
    slug,
    now,
    partner,
    configuration,
    limitations,
    services,
    servicesFirst,
    service,
    slots,
    slotsRead,
    chosen,
    chooser,
    buyer,
    selection,
    balance: (me.sessions_left ?? 0) + (me.credits_bank ?? 0),
    hold,
    stage,
    steps,
    step,
    form,
    trouble,
    busy,
    goTo,
    setTrouble,
    clear,
    attempt,

    chooseService: (id: string) => {
      if (id !== service?.id) change({ serviceId: id, slotIds: [] });
      else change({ serviceId: id });
      setTrouble(null);
    },
    chooseSlots: (ids: readonly string[]) => {
      change({ slotIds: [...ids] });
      setTrouble(null);
    },
    /** "The prebook call": from the chosen time on; a choice that is held already is not held again. */
    continueFromTime: async () => {
      if (selection?.ok !== true) {
        setTrouble(selection?.detail ?? 'Please choose a time.');
        return;
      }
      if (holdsChoice) await goTo('track');
      else await holdSlots('track');
    },
    holdAgain: () => holdSlots(step),
    extend: async () => {
      if (held === null || extending.current) return;
      extending.current = true;
      await attempt(async () => {
        const session = await sendExtend(held.id);
        queryClient.setQueryData(holdQuery(session.id).queryKey, session);
      });
      extending.current = false;
    },
    /** "Back moves one step back; back from time to service clears the selection." */
    back: () => {
      const to = stepBefore(step, steps);
      if (to === null) return;
      if (to === 'service') {
        change({ slotIds: [], holdId: null });
        if (held) void sendRelease(held.id).catch(() => undefined);
        setTrouble(null);
        void navigate({
          search: ({ hold: _hold, ...before }) => ({ ...before, step: to }),
          resetScroll: false,
        });
      } else void goTo(to);
    },
    giveBack: async () => {
      if (held === null) return;
      // A hold that cannot be given back now ends by itself in a few minutes.
      await sendRelease(held.id).catch(() => undefined);
      change({ slotIds: [], holdId: null });
      queryClient.removeQueries({ queryKey: holdQuery(held.id).queryKey });
      void queryClient.invalidateQueries({ queryKey: ['slots'] });
      void queryClient.invalidateQueries({ queryKey: ['partners'] });
    },
    warningFor: (cost: number) => creditsWarning((me.sessions_left ?? 0) + (me.credits_bank ?? 0), cost),
  };
}

export type Booking = ReturnType<typeof useBooking>;
