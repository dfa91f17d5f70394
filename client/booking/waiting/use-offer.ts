import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { WAITING } from '#shared/booking/texts-waiting.ts';
import { isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { sendAccept, sendDecline, sendLeave, type Offer, type Wait } from './api.ts';

/** Answers to an offer and leaving the line. Accepting opens the booking with the hold. */
export function useWait({ id, partner: { slug } }: Pick<Wait, 'id' | 'partner'>) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const key = useRef(newKey());
  const readAgain = () => {
    for (const name of ['waiting', 'slots', 'partners', 'holds'])
      void queryClient.invalidateQueries({ queryKey: [name] });
  };
  const refuse = (error: Error) => {
    if (isRefusal(error)) key.current = newKey();
    toast(errorMessage(error), 'danger');
    readAgain();
  };
  const accept = useMutation({
    mutationFn: async (offer: Offer) => sendAccept(offer.id, key.current),
    networkMode: 'always',
    onSuccess: (session) => {
      readAgain();
      void navigate({ to: '/explore/$slug', params: { slug }, search: { hold: session.id, step: 'track' } });
    },
    onError: refuse,
  });
  const decline = useMutation({
    mutationFn: async (offer: Offer) => sendDecline(offer.id),
    networkMode: 'always',
    onSuccess: () => {
      toast(WAITING.declined);
      void navigate({
        to: '.',
        search: ({ tab }) => (tab === undefined ? {} : { tab }),
        replace: true,
        resetScroll: false,
      });
      readAgain();
    },
    onError: refuse,
  });
  const leave = useMutation({
    mutationFn: async () => sendLeave(id),
    networkMode: 'always',
    onSuccess: () => {
      toast(WAITING.left);
      readAgain();
    },
    onError: refuse,
  });
  return { accept, decline, leave };
}
