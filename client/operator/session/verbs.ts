import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cancelSession, moveSession, readMessages, setNotDelivered } from '#shared/operator/calls.ts';
import { call } from '../../lib/api.ts';
import { sessionQuery } from './api.ts';

/** Reads the session and the lists again, also when a change was refused: others may have changed it. */
function useSettled(id: number) {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries(sessionQuery(id));
    await queryClient.invalidateQueries({ queryKey: ['operator'], refetchType: 'none' });
  };
}

/** Moves a session to a start. */
export function useMoveSession(id: number) {
  const onSettled = useSettled(id);
  return useMutation({
    mutationFn: (starts_at: string) => call(moveSession, { params: { id }, body: { starts_at } }),
    onSettled,
  });
}

/** Cancels a session, or sets it to not delivered, for a reason. */
export function useGiveBack(id: number, verb: 'cancel' | 'not_delivered') {
  const onSettled = useSettled(id);
  return useMutation({
    mutationFn: (reason: string) =>
      call(verb === 'cancel' ? cancelSession : setNotDelivered, { params: { id }, body: { reason } }),
    onSettled,
  });
}

/** Reads a session's messages for a reason. */
export function useReadMessages(id: number) {
  const onSettled = useSettled(id);
  return useMutation({
    mutationFn: (reason: string) => call(readMessages, { params: { id }, body: { reason } }),
    onSettled,
  });
}
