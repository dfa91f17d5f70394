import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { googleNonceQuery } from '../api.ts';
import classes from './Social.module.css';
import { useScript } from './use-script.ts';

/** The part of Google Identity Services that is used here. */
interface GoogleIdentity {
  readonly accounts: {
    readonly id: {
      initialize(options: {
        readonly client_id: string;
        readonly callback: (response: { readonly credential: string }) => void;
        readonly ux_mode: 'popup';
        readonly nonce: string;
      }): void;
      renderButton(container: HTMLElement, look: Readonly<Record<string, string | number>>): void;
    };
  };
}

const SCRIPT = 'https://accounts.google.com/gsi/client';
/** Largest width of Google's button, in CSS pixels. */
const MAX_WIDTH = 400;

/** Google's own button, as its branding rules demand; passes on the ID token. */
export function GoogleButton({
  clientId,
  attempt,
  onToken,
}: {
  readonly clientId: string;
  /** Number of failed tries: each needs a new nonce. */
  readonly attempt: number;
  readonly onToken: (token: string) => void;
}) {
  const { state, load } = useScript(SCRIPT);
  const { data: nonce, isError, refetch } = useQuery(googleNonceQuery(attempt));
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(onToken);
  useEffect(() => {
    latest.current = onToken;
  });

  useEffect(() => {
    const { google } = globalThis as { google?: GoogleIdentity };
    if (state !== 'ready' || google === undefined || nonce === undefined || container.current === null)
      return;
    const dark = document.documentElement.dataset['mantineColorScheme'] === 'dark';
    google.accounts.id.initialize({
      client_id: clientId,
      callback: ({ credential }) => latest.current(credential),
      ux_mode: 'popup',
      nonce,
    });
    container.current.replaceChildren();
    google.accounts.id.renderButton(container.current, {
      type: 'standard',
      theme: dark ? 'filled_black' : 'outline',
      size: 'large',
      text: 'continue_with',
      logo_alignment: 'center',
      width: Math.min(MAX_WIDTH, container.current.clientWidth),
    });
  }, [state, clientId, nonce]);

  if (state === 'failed' || isError) {
    const retry = () => (isError ? void refetch() : load());
    return (
      <Button kind="plain" fullWidth onClick={retry}>
        {isError ? 'Google is not there right now. Try again' : 'Google did not answer. Try again'}
      </Button>
    );
  }
  return (
    <div ref={container} className={classes.google} aria-busy={state === 'loading' || nonce === undefined} />
  );
}
