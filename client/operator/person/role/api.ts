import { queryOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { changeRole, getRoleChanges } from '#shared/operator/person/calls-person.ts';
import { call, isRefusal, type ArgsOf } from '../../../lib/api.ts';
import { newKey } from '../../../lib/new-key.ts';
import { useChanged } from '../use-changed.ts';

/** The roles that a person could have, and what has to be done before. */
export const roleChangesQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'role-changes', id],
    queryFn: ({ signal }) => call(getRoleChanges, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Gives a person another role; a repeat after a lost answer changes nothing twice. */
export function useChangeRole(id: string) {
  const onSuccess = useChanged(id);
  const key = useRef(newKey());
  return useMutation({
    mutationFn: (body: ArgsOf<typeof changeRole>['body']) =>
      call(changeRole, { params: { id }, body }, { idempotencyKey: key.current }),
    onSuccess,
    onError: (error) => {
      if (isRefusal(error)) key.current = newKey();
    },
  });
}
