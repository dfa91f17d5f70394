import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { slotContext, unavailableReason } from '#shared/booking/rules.ts';
import { LIMITATIONS } from '#shared/content/rules.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { isRefusal } from '../../lib/api.ts';
import { useMe } from '../../lib/session.ts';
import { newKey } from '../../lib/new-key.ts';
import { useCacheSession } from '../../sessions/api.ts';
import { configurationQuery, limitationsQuery, sendReschedule, slotsQuery } from '../api.ts';
import { paidService, stoppedService, withOwn } from './moving.ts';
import { slotsFor } from '../time/slots.ts';
import { useChooser } from '../time/use-chooser.ts';

/** The state of moving a session: its slots, the choice, and the call. */
export function useMove(session: Session) {
  const me = useMe();
  const queryClient = useQueryClient();
  const cacheSession = useCacheSession();
  const configuration = useQuery(configurationQuery(session.partner.slug));
  const slotsResult = useQuery(slotsQuery(session.partner.id));
  const { booking_priority_end } =
    useQuery({ ...limitationsQuery, enabled: me.has_limitations }).data ?? LIMITATIONS;
  const [ids, choose] = useState<readonly string[]>([]);
  const key = useRef(newKey());

  const ownIds = useMemo(() => new Set(session.slots.map(({ id }) => id)), [session.slots]);
  const offered = configuration.data?.services.servicesList.find(({ id }) => id === session.service.id);
  const service = useMemo(
    () => (offered === undefined ? stoppedService(session) : paidService(offered, session)),
    [offered, session],
  );
  const slots = useMemo(
    () => (service && slotsResult.data ? withOwn(slotsFor(service, slotsResult.data), ownIds) : []),
    [service, slotsResult.data, ownIds],
  );
  const chosen = useMemo(() => slots.filter(({ id }) => ids.includes(id)), [slots, ids]);
  const { has_limitations, timezone: zone } = me;
  const chooser = useChooser({ slots, service, has_limitations, booking_priority_end, zone });

  /** Refetches the times after a refusal and clears a selection that is no longer free. */
  const refresh = async () => {
    const { data } = await slotsResult.refetch();
    if (!service || !data) return;
    const context = slotContext(chooser);
    const free = withOwn(slotsFor(service, data), ownIds).filter(
      (slot) => unavailableReason(slot, service, context) === null,
    );
    if (!ids.every((id) => free.some((slot) => slot.id === id))) choose([]);
  };

  const moving = useMutation({
    networkMode: 'always',
    mutationFn: async (slotIds: readonly string[]) =>
      sendReschedule(
        { session_id: session.id, slots: [...slotIds], primary_slot: slotIds[0] ?? '' },
        key.current,
      ),
    onSuccess: (moved) => {
      cacheSession(moved);
      for (const name of ['slots', 'partners', 'hold']) {
        void queryClient.invalidateQueries({ queryKey: [name] });
      }
    },
    onError: async (error) => {
      if (!isRefusal(error)) return;
      key.current = newKey();
      await refresh();
    },
  });
  const { now } = chooser;
  return { me, now, configuration, slotsResult, service, slots, ownIds, chosen, chooser, choose, moving };
}
