import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { RESTART } from '#shared/billing/texts-area.ts';
import { isRefusal, ProblemError } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { meQuery } from '../../lib/session.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { sendRestart } from './api.ts';

interface RestartWays {
  readonly onDone: (() => void) | undefined;
  readonly onClose: () => void;
  /** Asks anew what it costs. */
  readonly refetch: () => Promise<unknown>;
}

/** Begins the cycle anew, and has the bank confirm the payment where it asks for it. */
export function useRestart({ onDone, onClose, refetch }: RestartWays) {
  const queryClient = useQueryClient();
  const key = useRef('');
  const [secret, setSecret] = useState<string | null>(null);
  const restart = useMutation({
    mutationFn: (total: number) => {
      if (key.current === '') key.current = newKey();
      return sendRestart(total, key.current);
    },
    onSuccess: async (confirms) => {
      if (confirms !== null) {
        setSecret(confirms);
        return;
      }
      await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined);
      for (const name of ['billing', 'statement', 'invoices'])
        void queryClient.invalidateQueries({ queryKey: [name] });
      toast(RESTART.done);
      onClose();
      onDone?.();
    },
    onError: (failure) => {
      if (isRefusal(failure)) key.current = '';
      toast(errorMessage(failure), 'danger');
      // The price that is agreed to is the one that is charged.
      if (failure instanceof ProblemError && failure.problem.code === 'price_changed') void refetch();
    },
  });
  const { mutate, variables } = restart;
  const onConfirmed = useCallback(
    (failure: string | null) => {
      key.current = '';
      setSecret(null);
      if (failure !== null) toast(failure, 'danger');
      // Another press finds the payment, and takes it in before its webhook.
      else if (variables !== undefined) mutate(variables);
    },
    [mutate, variables],
  );
  return {
    send: async (total: number) => {
      await restart.mutateAsync(total).catch(() => undefined);
    },
    isPending: restart.isPending,
    secret,
    onConfirmed,
  };
}
