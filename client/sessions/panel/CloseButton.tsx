import { useState } from 'react';
import { wordsOf } from '../../app/problem-words.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useVerb } from '../api.ts';

interface CloseButtonProps {
  readonly sessionId: number;
  readonly client: string;
  /** How many files are delivered so far: some may be, where a delivery was broken off. */
  readonly output: number;
}

/** Closes a session that has nothing, or nothing more, to deliver (decisions 5); asks first. */
export function CloseButton({ sessionId, client, output }: CloseButtonProps) {
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
        {output === 0 ? 'Nothing to deliver' : 'Nothing more to deliver'}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={output === 0 ? 'Close this session without files?' : 'Close this session?'}
        confirm="Close session"
        onConfirm={close}
        onCancel={() => setAsked(false)}
      >
        {output === 0
          ? `There will be nothing to download for ${client}.`
          : `${client} can download what you have uploaded so far.`}
      </ConfirmDialog>
    </>
  );
}
