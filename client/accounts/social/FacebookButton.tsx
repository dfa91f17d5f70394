import { useEffect } from 'react';
import { SOCIAL } from '#shared/accounts/texts-auth.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useScript } from './use-script.ts';

/** The part of Facebook's SDK that is used here. */
interface FacebookSdk {
  init(options: {
    readonly appId: string;
    readonly version: string;
    readonly cookie: false;
    readonly xfbml: false;
  }): void;
  login(
    done: (response: { readonly authResponse?: { readonly accessToken: string } | null }) => void,
    options: { readonly scope: string },
  ): void;
}

const SCRIPT = 'https://connect.facebook.net/en_US/sdk.js';
const VERSION = 'v23.0';
const sdk = () => (globalThis as { FB?: FacebookSdk }).FB;

/** Opens Facebook's window and passes on the access token; nothing happens if it is closed. */
export function FacebookButton({
  appId,
  onToken,
}: {
  readonly appId: string;
  readonly onToken: (token: string) => void;
}) {
  // Loaded before the press, because browsers block windows that open later.
  const { state, load } = useScript(SCRIPT);
  useEffect(() => {
    if (state === 'ready') sdk()?.init({ appId, version: VERSION, cookie: false, xfbml: false });
  }, [state, appId]);

  if (state === 'failed') {
    return (
      <Button kind="plain" fullWidth onClick={load}>
        Facebook did not answer. Try again
      </Button>
    );
  }
  const open = () =>
    sdk()?.login(
      ({ authResponse }) => {
        if (authResponse) onToken(authResponse.accessToken);
      },
      { scope: 'public_profile,email' },
    );
  return (
    <Button
      kind="plain"
      fullWidth
      leftSection={<Mark />}
      onClick={open}
      aria-disabled={state === 'loading' || undefined}
    >
      {SOCIAL.facebook}
    </Button>
  );
}

function Mark() {
  return (
    <svg width={20} height={20} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx={12} cy={12} r={12} fill="#0866ff" />
      <path
        fill="#fff"
        d="M13.4 24v-8.4h2.8l.5-3.3h-3.3v-2.1c0-.9.4-1.8 1.9-1.8h1.5V5.6s-1.3-.2-2.6-.2c-2.7 0-4.4 1.6-4.4 4.6v2.3h-3v3.3h3V24z"
      />
    </svg>
  );
}
