import type { PasskeyProof } from '#shared/accounts/contract-second-factor.ts';
import type * as contract from '#shared/accounts/contract-passkeys.ts';
import { PASSKEY_ALGORITHMS, passkeySite } from '#shared/accounts/rules-passkeys.ts';
import type { InputOf } from '#shared/lib/endpoint.ts';
import type * as z from 'zod/mini';
import type { Ctx } from '../../ctx/ctx.ts';
import type { Tx } from '../../db/transaction.ts';
import { hashToken } from '../../lib/ids.ts';
import * as tokens from '../login/queries-tokens.ts';
import { knownTransports, type Challenged } from './ask-browser.ts';
import { notePasskeyUse, passkeysOf } from './queries-passkeys.ts';

type Proof = z.output<typeof PasskeyProof>;
type Made = InputOf<typeof contract.addPasskey>['body'];
/** What checks need of a call. */
type Checking = Pick<Ctx, 'origin' | 'now' | 'front' | 'log'>;

/** A passkey as the browser says it made it. */
export interface NewPasskey {
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly transports: string[];
}

/**
 * Takes what a browser answered that proves one of a person's passkeys; false for a wrong answer. The caller holds the
 * person's lock (docs/product/accounts.md#passkeys).
 */
export async function takeProof(tx: Tx, ctx: Checking, personId: string, proof: Proof): Promise<boolean> {
  const credentialId = Buffer.from(proof.id, 'base64url');
  const passkeys = await passkeysOf(tx, personId);
  const passkey = passkeys.find(({ credential_id }) => credential_id.equals(credentialId));
  if (passkey === undefined) return false;
  const expected = await expectedOf(tx, ctx, {
    personId,
    purpose: 'passkey_proof',
    clientData: proof.clientDataJSON,
  });
  if (expected === null) return false;
  const checked = await checkedBy(ctx, async ({ verifyAuthenticationResponse }) =>
    verifyAuthenticationResponse({
      ...expected,
      response: {
        id: proof.id,
        rawId: proof.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: proof.clientDataJSON,
          authenticatorData: proof.authenticatorData,
          signature: proof.signature,
        },
      },
      credential: {
        id: proof.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
        transports: knownTransports(passkey.transports),
      },
    }),
  );
  if (checked?.verified !== true) return false;
  const counter = checked.authenticationInfo.newCounter;
  return notePasskeyUse(tx, personId, { credentialId, counter, now: ctx.now });
}

/**
 * Reads what a browser answered that made a passkey for this person; null for a wrong answer. The caller holds the
 * person's lock (docs/product/accounts.md#passkeys).
 */
export async function takeNewPasskey(
  tx: Tx,
  ctx: Checking,
  personId: string,
  made: Made,
): Promise<NewPasskey | null> {
  const expected = await expectedOf(tx, ctx, {
    personId,
    purpose: 'passkey_setup',
    clientData: made.clientDataJSON,
  });
  if (expected === null) return null;
  const checked = await checkedBy(ctx, async ({ verifyRegistrationResponse }) =>
    verifyRegistrationResponse({
      ...expected,
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
      response: {
        id: made.id,
        rawId: made.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: made.clientDataJSON, attestationObject: made.attestationObject },
      },
    }),
  );
  if (checked?.verified !== true) return null;
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  return {
    credential_id: Buffer.from(id, 'base64url'),
    public_key: Buffer.from(publicKey),
    counter,
    transports: knownTransports(made.transports),
  };
}

/** Spends the challenge that was answered, and says what the answer has to hold; null if it is not this person's. */
async function expectedOf(
  tx: Tx,
  ctx: Checking,
  { personId, purpose, clientData }: { personId: string; purpose: Challenged; clientData: string },
) {
  const site = passkeySite(ctx.origin);
  const expectedChallenge = challengeIn(clientData);
  if (site === null || expectedChallenge === null) return null;
  const spent = await tokens.spendToken(tx, [hashToken(expectedChallenge)], [purpose], ctx.now, ctx.front);
  if (spent?.person_id !== personId) return null;
  return {
    expectedChallenge,
    expectedOrigin: ctx.origin,
    expectedRPID: site,
    requireUserVerification: false,
  };
}

function challengeIn(clientData: string): string | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    const challenge = (read as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === 'string' && challenge.length <= 200 ? challenge : null;
  } catch {
    return null;
  }
}

type Library = typeof import('@simplewebauthn/server');

/** Loads the checks when they are first needed: most servers never need them. Null for what they refuse by throwing. */
async function checkedBy<V>(
  { log }: Pick<Ctx, 'log'>,
  check: (library: Library) => Promise<V>,
): Promise<V | null> {
  const library = await import('@simplewebauthn/server');
  try {
    return await check(library);
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'passkey refused');
    return null;
  }
}
