import { useMutation } from '@tanstack/react-query';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { SECOND_FACTOR } from '#shared/accounts/texts-second-factor.ts';
import { Button, type ButtonProps } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { passkeyFailure } from './browser-passkey.ts';

interface PasskeyButtonProps {
  readonly kind: ButtonProps['kind'];
  readonly label: string;
  /** Talks to the browser; rejects when nothing came of it. */
  readonly onPress: () => Promise<void>;
}

/** Lets the browser ask for a passkey, or make one, and says why nothing came of it. */
export function PasskeyButton({ kind, label, onPress }: PasskeyButtonProps) {
  const ask = useMutation({ mutationFn: onPress });
  const { passkey } = SECOND_FACTOR;
  if (!browserSupportsWebAuthn()) return <Notice tone="waiting">{passkey.unsupported}</Notice>;
  return (
    <>
      {ask.error !== null && (
        <Notice tone="danger" alert>
          {passkeyFailure(ask.error)}
        </Notice>
      )}
      <Button
        kind={kind ?? 'main'}
        aria-disabled={ask.isPending || undefined}
        onClick={() => !ask.isPending && ask.mutate()}
      >
        <span aria-live="polite">{ask.isPending ? passkey.busy : label}</span>
      </Button>
    </>
  );
}
