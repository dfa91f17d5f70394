import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import classes from './Social.module.css';
import { useScript } from './use-script.ts';

/** As much of Google Identity Services as is used here. */
interface GoogleIdentity {
  readonly accounts: {
    readonly id: {
      initialize(options: {
        readonly client_id: string;
        readonly callback: (answer: { readonly credential: string }) => void;
        readonly ux_mode: 'popup';
      }): void;
      renderButton(place: HTMLElement, look: Readonly<Record<string, string | number>>): void;
    };
  };
}

const SCRIPT = 'https://accounts.google.com/gsi/client';
/** The widest that Google draws its button, in CSS pixels. */
const MAX_WIDTH = 400;

/** Google's own button, as its rules for the name demand; gives the ID token. */
export function GoogleButton({
  clientId,
  onToken,
}: {
  readonly clientId: string;
  readonly onToken: (token: string) => void;
}) {
  const { state, load } = useScript(SCRIPT);
  const place = useRef<HTMLDivElement>(null);
  const tell = useRef(onToken);
  useEffect(() => {
    tell.current = onToken;
  });

  useEffect(() => {
    const { google } = globalThis as { google?: GoogleIdentity };
    if (state !== 'ready' || google === undefined || place.current === null) return;
    const dark = document.documentElement.dataset['mantineColorScheme'] === 'dark';
    google.accounts.id.initialize({
      client_id: clientId,
      callback: ({ credential }) => tell.current(credential),
      ux_mode: 'popup',
    });
    google.accounts.id.renderButton(place.current, {
      type: 'standard',
      theme: dark ? 'filled_black' : 'outline',
      size: 'large',
      text: 'continue_with',
      logo_alignment: 'center',
      width: Math.min(MAX_WIDTH, place.current.clientWidth),
    });
  }, [state, clientId]);

  if (state === 'failed') {
    return (
      <Button kind="plain" fullWidth onClick={load}>
        Google did not answer. Try again
      </Button>
    );
  }
  return <div ref={place} className={classes.google} aria-busy={state === 'loading'} />;
}
