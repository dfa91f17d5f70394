import { useState } from 'react';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { useSessionAction } from '../api.ts';

interface CloseButtonProps {
  readonly sessionId: number;
  readonly client: string;
  /** The number of delivered files; there may be some after an interrupted delivery. */
  readonly output: number;
}

/**
 * Closes a session that has nothing, or nothing more, to deliver, after a confirmation
 * (docs/product/sessions.md#closing).
 */
export function CloseButton({ sessionId, client, output }: CloseButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useSessionAction('close');
  const close = async () => {
    try {
      await mutateAsync(sessionId);
      toast('The session is closed.');
    } catch (error) {
      toast(errorMessage(error), 'danger');
    }
    setIsAsking(false);
  };
  return (
    <>
      <Button kind="plain" onClick={() => setIsAsking(true)}>
        {output === 0 ? 'Nothing to deliver' : 'Nothing more to deliver'}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={output === 0 ? 'Close this session without files?' : 'Close this session?'}
        confirm="Close session"
        onConfirm={close}
        onCancel={() => setIsAsking(false)}
      >
        {output === 0
          ? `There will be nothing to download for ${client}.`
          : `${client} can download what you have uploaded so far.`}
      </ConfirmDialog>
    </>
  );
}
