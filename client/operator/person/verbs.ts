import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { endLogins, grantCredits, takeCredits } from '#shared/operator/calls.ts';
import {
  admitPerson,
  blockPerson,
  inviteAgain,
  unblockPerson,
} from '#shared/operator/person/calls-person.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';
import { useChanged } from './use-changed.ts';

/** Ends all login sessions of a person. */
export function useEndLogins(id: string) {
  const onSuccess = useChanged(id);
  return useMutation({ mutationFn: () => call(endLogins, { params: { id } }), onSuccess });
}

/** Lets a person in from the waiting list. */
export function useAdmit(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(admitPerson, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['operator'] }),
  });
}

/** Mails an invited person a new link. */
export function useInviteAgain(id: string) {
  const onSuccess = useChanged(id);
  return useMutation({ mutationFn: () => call(inviteAgain, { params: { id } }), onSuccess });
}

/** Blocks or unblocks a person, with a reason. */
export function useBlock(id: string, verb: 'block' | 'unblock') {
  const onSuccess = useChanged(id);
  return useMutation({
    mutationFn: (reason: string) =>
      call(verb === 'block' ? blockPerson : unblockPerson, { params: { id }, body: { reason } }),
    onSuccess,
  });
}

export type CreditsVerb = 'grant' | 'take';

/** Grants or takes back credits; a repeat after a lost answer changes nothing twice. */
export function useChangeCredits(id: string, verb: CreditsVerb) {
  const onSuccess = useChanged(id);
  const key = useRef(newKey());
  return useMutation({
    mutationFn: (body: { readonly credits: number; readonly reason: string }) =>
      call(
        verb === 'grant' ? grantCredits : takeCredits,
        { params: { id }, body },
        { idempotencyKey: key.current },
      ),
    onSuccess,
    onError: (error) => {
      if (isRefusal(error)) key.current = newKey();
    },
  });
}
