import { PANEL } from '../../../shared/sessions/texts.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.ts';
import { useVerb } from '../api.ts';

interface ReadyButtonProps {
  readonly sessionId: number;
  readonly kind?: 'main' | 'plain';
}

/** 'Ready to go!': the musician marks the session ready. */
export function ReadyButton({ sessionId, kind = 'main' }: ReadyButtonProps) {
  const { mutateAsync, isPending } = useVerb('approve');
  // Awaited, because the answer may take this button away, and what it has to say must be heard all the same.
  const press = async () => {
    if (isPending) return;
    try {
      await mutateAsync(sessionId);
      toast('The session is marked ready.');
    } catch (error) {
      toast(wordsOf(error), 'danger');
    }
  };
  return (
    <Button kind={kind} onClick={() => void press()} aria-disabled={isPending || undefined}>
      {PANEL.ready}
    </Button>
  );
}
