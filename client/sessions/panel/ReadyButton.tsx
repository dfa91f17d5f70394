import { useState } from 'react';
import type { Session } from '#shared/sessions/contract.ts';
import { PANEL } from '#shared/sessions/texts.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { useSessionAction } from '../api.ts';

interface ReadyButtonProps {
  readonly session: Pick<Session, 'id' | 'files' | 'service' | 'user'>;
  readonly kind?: 'main' | 'plain';
}

/**
 * 'Ready to go!': marks the session ready, after a question when needed files are missing
 * (docs/product/sessions.md#ready-to-go).
 */
export function ReadyButton({ session, kind = 'main' }: ReadyButtonProps) {
  const { id, files, service, user } = session;
  const [asking, setAsking] = useState(false);
  const { mutateAsync, isPending } = useSessionAction('approve');
  // Awaited, because the response may remove this button, and its message must be shown all the same.
  const send = async () => {
    if (isPending) return;
    try {
      await mutateAsync(id);
      toast('The session is marked ready.');
    } catch (error) {
      toast(errorMessage(error), 'danger');
    }
    setAsking(false);
  };
  const press = () => (service.needs_files && files.user === 0 ? setAsking(true) : void send());
  return (
    <>
      <Button kind={kind} onClick={press} aria-disabled={isPending || undefined}>
        {PANEL.ready}
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Ready without files?"
        confirm={PANEL.ready}
        onConfirm={send}
        onCancel={() => setAsking(false)}
      >
        {`There are no files from ${user.name} yet. You can go on without them, or ask for them under Review.`}
      </ConfirmDialog>
    </>
  );
}
