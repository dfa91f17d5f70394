import { useState } from 'react';
import { wordsOf } from '../../app/problem-words.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useVerb } from '../api.ts';

/** Closes a session that has nothing to deliver (decisions 5); asks first. */
export function CloseButton({ sessionId, client }: { sessionId: number; client: string }) {
  const [asked, setAsked] = useState(false);
  const { mutateAsync } = useVerb('close');
  const close = async () => {
    try {
      await mutateAsync(sessionId);
      toast('The session is closed.');
    } catch (error) {
      toast(wordsOf(error), 'danger');
    }
    setAsked(false);
  };
  return (
    <>
      <Button kind="plain" onClick={() => setAsked(true)}>
        Nothing to deliver
      </Button>
      <ConfirmDialog
        opened={asked}
        title="Close this session without files?"
        confirm="Close session"
        onConfirm={close}
        onCancel={() => setAsked(false)}
      >
        {`There will be nothing to download for ${client}.`}
      </ConfirmDialog>
    </>
  );
}
