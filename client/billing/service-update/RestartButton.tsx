import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { RESTART } from '#shared/billing/texts-area.ts';
import { formatUsd } from '#shared/lib/money.ts';
import { formatDay } from '#shared/lib/time.ts';
import { isRefusal, ProblemError } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { meQuery, useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { restartQuery, sendRestart } from './api.ts';
import { restartLines } from './restart-lines.ts';

interface RestartButtonProps {
  readonly label: string;
  readonly kind?: 'main' | 'plain' | 'quiet';
  /** Called once the new cycle has begun. */
  readonly onDone?: () => void;
}

/** Begins the billing cycle anew, after a dialog with its price (docs/product/leaving.md#restarting-the-cycle). */
export function RestartButton({ label, kind = 'plain', onDone }: RestartButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button kind={kind} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && <RestartDialog onDone={onDone} onClose={() => setAsking(false)} />}
    </>
  );
}

interface RestartDialogProps {
  readonly onDone: (() => void) | undefined;
  readonly onClose: () => void;
}

function RestartDialog({ onDone, onClose }: RestartDialogProps) {
  const { timezone } = useMe();
  const queryClient = useQueryClient();
  const { data: terms, error, refetch } = useQuery(restartQuery);
  const key = useRef('');
  const send = useMutation({
    mutationFn: (total: number) => {
      if (key.current === '') key.current = newKey();
      return sendRestart(total, key.current);
    },
    onSuccess: async () => {
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
  const confirm = terms === undefined ? RESTART.wait : RESTART.confirm(formatUsd(terms.due_cents));
  return (
    <ConfirmDialog
      opened
      title={RESTART.title}
      confirm={send.isPending ? RESTART.busy : confirm}
      cancel={RESTART.cancel}
      onConfirm={async () => {
        if (terms !== undefined) await send.mutateAsync(terms.total_cents).catch(() => undefined);
      }}
      onCancel={onClose}
    >
      {terms === undefined
        ? error === null
          ? RESTART.loading
          : errorMessage(error)
        : restartLines(terms, formatDay(Temporal.Instant.from(terms.next_at), timezone)).map((line) => (
            <p key={line}>{line}</p>
          ))}
    </ConfirmDialog>
  );
}
