import type * as contract from '#shared/accounts/contract-passkeys.ts';
import {
  PASSKEY_ALGORITHMS,
  PASSKEY_SECONDS,
  TRANSPORTS,
  type Transport,
} from '#shared/accounts/rules-passkeys.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { STUDIO_NAME } from '#shared/lib/studio-name.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { Db } from '../../db/transaction.ts';
import { hashToken, newToken } from '../../lib/ids.ts';
import * as tokens from '../login/queries-tokens.ts';
import type { StoredPasskey } from './queries-passkeys.ts';

/** What a challenge was made for: to make a passkey, or to prove one. */
export type Challenged = 'passkey_setup' | 'passkey_proof';

/** Makes a challenge, which is answered once and by this person only. */
async function newChallenge(
  db: Db,
  { now, front }: Pick<Ctx, 'now' | 'front'>,
  personId: string,
  purpose: Challenged,
): Promise<string> {
  const challenge = newToken();
  await tokens.insertToken(db, {
    hash: hashToken(challenge),
    purpose,
    person_id: personId,
    front,
    created_at: now,
    expires_at: now.add({ seconds: PASSKEY_SECONDS }),
  });
  return challenge;
}

const isTransport = (text: string): text is Transport => TRANSPORTS.some((known) => known === text);
/** Those transports that the standard knows. */
export const knownTransports = (texts: readonly string[]): Transport[] => [
  ...new Set(texts.filter(isTransport)),
];

const known = ({ credential_id, transports }: StoredPasskey) => ({
  type: 'public-key' as const,
  id: credential_id.toString('base64url'),
  transports: knownTransports(transports),
});

/** How a browser asks for one of a person's passkeys (docs/product/accounts.md#passkeys). */
export async function proofOptions(
  db: Db,
  ctx: Pick<Ctx, 'now' | 'front'>,
  { personId, site, passkeys }: { personId: string; site: string; passkeys: readonly StoredPasskey[] },
): Promise<ResponseOf<typeof contract.beginPasskeyProof>> {
  return {
    rpId: site,
    challenge: await newChallenge(db, ctx, personId, 'passkey_proof'),
    timeout: PASSKEY_SECONDS * 1000,
    allowCredentials: passkeys.map(known),
    userVerification: 'preferred',
  };
}

interface Owner {
  readonly personId: string;
  readonly email: string;
  readonly site: string;
  readonly passkeys: readonly StoredPasskey[];
}

/** How a browser makes a passkey for a person (docs/product/accounts.md#passkeys). */
export async function setupOptions(
  db: Db,
  ctx: Pick<Ctx, 'now' | 'front'>,
  { personId, email, site, passkeys }: Owner,
): Promise<ResponseOf<typeof contract.beginPasskey>> {
  return {
    rp: { id: site, name: STUDIO_NAME },
    user: {
      id: Buffer.from(personId.replaceAll('-', ''), 'hex').toString('base64url'),
      name: email,
      displayName: email,
    },
    challenge: await newChallenge(db, ctx, personId, 'passkey_setup'),
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_SECONDS * 1000,
    excludeCredentials: passkeys.map(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  };
}
