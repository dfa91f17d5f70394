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
  const { mutate, isPending } = useVerb('approve');
  const press = () => {
    if (isPending) return;
    mutate(sessionId, {
      onSuccess: () => toast('The session is marked ready.'),
      onError: (error) => toast(wordsOf(error), 'danger'),
    });
  };
  return (
    <Button kind={kind} onClick={press} aria-disabled={isPending || undefined}>
      {PANEL.ready}
    </Button>
  );
}
