import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { type Chooser, reachOf, slotObstacle } from '../../../shared/booking/rules.ts';
import { LIMITATIONS } from '../../../shared/content/rules.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import { ProblemError } from '../../app/api.ts';
import { useMe } from '../../app/session.ts';
import { useNow } from '../../app/use-now.ts';
import { newKey } from '../../app/new-key.ts';
import { useKeepSession } from '../../sessions/api.ts';
import { configurationQuery, limitationsQuery, sendReschedule, slotsQuery } from '../api.ts';
import { paidService, withOwn } from './moving.ts';
import { slotsFor } from './slots.ts';

/** Another time for one session: what there is to choose from, what is chosen, and the call. */
export function useMove(session: Session) {
  const me = useMe();
  const now = useNow();
  const queryClient = useQueryClient();
  const keep = useKeepSession();
  const configuration = useQuery(configurationQuery(session.partner.slug));
  const slotsRead = useQuery(slotsQuery(session.partner.id));
  const { booking_priority_end } =
    useQuery({ ...limitationsQuery, enabled: me.has_limitations }).data ?? LIMITATIONS;
  const [ids, choose] = useState<readonly string[]>([]);
  const key = useRef(newKey());

  const own = useMemo(() => new Set(session.slots.map(({ id }) => id)), [session.slots]);
  const offered = configuration.data?.services.servicesList.find(({ id }) => id === session.service.id);
  const service = useMemo(() => offered && paidService(offered, session), [offered, session]);
  const slots = useMemo(
    () => (service && slotsRead.data ? withOwn(slotsFor(service, slotsRead.data), own) : []),
    [service, slotsRead.data, own],
  );
  const chosen = useMemo(() => slots.filter(({ id }) => ids.includes(id)), [slots, ids]);
  const { has_limitations, timezone: zone } = me;
  const chooser = useMemo(
    (): Chooser => ({ has_limitations, booking_priority_end, zone, now }),
    [has_limitations, booking_priority_end, zone, now],
  );

  /** After a refusal: the times as they are now, without a choice that is not free any more. */
  const refresh = async () => {
    const { data } = await slotsRead.refetch();
    if (!service || !data) return;
    const reach = reachOf(chooser);
    const free = withOwn(slotsFor(service, data), own).filter(
      (slot) => slotObstacle(slot, service, reach) === null,
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
      keep(moved);
      for (const name of ['slots', 'partners', 'hold']) {
        void queryClient.invalidateQueries({ queryKey: [name] });
      }
    },
    onError: async (error) => {
      if (!(error instanceof ProblemError) || error.problem.status === 0) return;
      key.current = newKey();
      await refresh();
    },
  });
  return { me, now, configuration, slotsRead, service, slots, own, chosen, chooser, choose, moving };
}
