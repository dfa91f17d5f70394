import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { bookSession, listBookableServices, listBookingTimes } from '#shared/operator/calls.ts';
import { call, isRefusal, type ArgsOf } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';

/** The services that can be booked with a musician. */
export const servicesQuery = (musician: string | null) =>
  queryOptions({
    queryKey: ['operator', 'services-of', musician],
    queryFn: async ({ signal }) =>
      (await call(listBookableServices, { params: { id: musician ?? '' } }, { signal })).services,
    enabled: musician !== null,
  });

interface Choice {
  readonly client: string | null;
  readonly musician: string | null;
  readonly service: string | null;
  readonly units: number;
}

/** The times that can be booked for a choice that is made, with the client's credits. */
export const timesQuery = ({ client, musician, service, units }: Choice) =>
  queryOptions({
    queryKey: ['operator', 'booking-times', { client, musician, service, units }],
    queryFn: ({ signal }) =>
      call(
        listBookingTimes,
        { query: { client: client ?? '', musician: musician ?? '', service: service ?? '', units } },
        { signal },
      ),
    enabled: client !== null && musician !== null && service !== null,
    staleTime: 0,
    gcTime: 0,
  });

/** Books a session; a repeat after a lost answer books none twice. */
export function useBookSession() {
  const queryClient = useQueryClient();
  const key = useRef(newKey());
  return useMutation({
    mutationFn: (body: ArgsOf<typeof bookSession>['body']) =>
      call(bookSession, { body }, { idempotencyKey: key.current }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['operator'] }),
    onError: (error) => {
      if (isRefusal(error)) key.current = newKey();
    },
  });
}
