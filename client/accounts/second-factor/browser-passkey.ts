import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type {
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  passByPasskey,
} from '#shared/accounts/contract-passkeys.ts';
import type { InputOf, ReadOf } from '#shared/lib/endpoint.ts';
import { SECOND_FACTOR } from '#shared/accounts/texts-second-factor.ts';
import { errorMessage } from '../../lib/error-message.ts';

export type PasskeyProof = InputOf<typeof passByPasskey>['body'];
export type NewPasskey = InputOf<typeof addPasskey>['body'];

/** Asks the browser for one of these passkeys; throws what `passkeyFailure` reads. */
export async function provePasskey(optionsJSON: ReadOf<typeof beginPasskeyProof>): Promise<PasskeyProof> {
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/** Has the browser make a passkey; throws what `passkeyFailure` reads. */
export async function makePasskey(optionsJSON: ReadOf<typeof beginPasskey>): Promise<NewPasskey> {
  const { id, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports };
}

/** The message for a passkey that was not made or proved: the browser's refusals, and the server's. */
export function passkeyFailure(error: unknown): string {
  const { notDone, unsupported, known } = SECOND_FACTOR.passkey;
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return known;
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return notDone;
  if (name === 'SecurityError' || name === 'NotSupportedError') return unsupported;
  return errorMessage(error);
}
