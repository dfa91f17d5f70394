import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  addService,
  changeService,
  getService,
  listServices,
  offerService,
  orderServices,
  stopService,
} from '#shared/operator/content/calls-content.ts';
import { call, isRefusal, type ArgsOf } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';

/** Every service of the catalogue. */
export const servicesQuery = queryOptions({
  queryKey: ['operator', 'services'],
  queryFn: async ({ signal }) => (await call(listServices, {}, { signal })).services,
  staleTime: 0,
});

/** A service with the form of what can be changed. */
export const serviceQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'services', id],
    queryFn: ({ signal }) => call(getService, { params: { id } }, { signal }),
    staleTime: 0,
  });

/** Reads the service again, also when a change was refused: others may have changed it. */
function useSettled(id: string) {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ ...serviceQuery(id), exact: true });
    await queryClient.invalidateQueries({ queryKey: ['operator'], refetchType: 'none' });
  };
}

export function useChangeService(id: string) {
  const onSettled = useSettled(id);
  return useMutation({
    mutationFn: (body: ArgsOf<typeof changeService>['body']) => call(changeService, { params: { id }, body }),
    onSettled,
  });
}

/** Stops a service, or has it offered. */
export function useOfferService(id: string) {
  const onSettled = useSettled(id);
  return useMutation({
    mutationFn: (offered: boolean) =>
      offered ? call(offerService, { params: { id } }) : call(stopService, { params: { id } }),
    onSettled,
  });
}

/** Puts the services in another order; reads them again, also when others have changed them. */
export function useOrderServices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ArgsOf<typeof orderServices>['body']) => call(orderServices, { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['operator'] }),
  });
}

/** Adds a service; a repeat after a lost answer adds none twice. */
export function useAddService() {
  const queryClient = useQueryClient();
  const key = useRef(newKey());
  return useMutation({
    mutationFn: (body: ArgsOf<typeof addService>['body']) =>
      call(addService, { body }, { idempotencyKey: key.current }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['operator'] }),
    onError: (error) => {
      if (isRefusal(error)) key.current = newKey();
    },
  });
}
