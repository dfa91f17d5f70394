import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount, perAddress } from '../lib/limits.ts';
import { Done, Id, Text } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { PASSKEY_NAME_MAX, TRANSPORTS } from './rules-passkeys.ts';
import {
  Bytes,
  PasskeyProof,
  Passed,
  Proof,
  signInFirst,
  wrongPasskey,
  wrongProof,
} from './contract-second-factor.ts';

const Known = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.enum(TRANSPORTS)),
});

/** PublicKeyCredentialRequestOptionsJSON: how a browser asks for a passkey that there is. */
const ProofOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  /** In milliseconds. */
  timeout: z.int(),
  allowCredentials: z.array(Known),
  userVerification: z.literal('preferred'),
});

/** PublicKeyCredentialCreationOptionsJSON: how a browser makes a passkey. */
const SetupOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  /** In milliseconds. */
  timeout: z.int(),
  excludeCredentials: z.array(Known),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
});

/** What a browser answers that made a passkey. */
const NewPasskey = z.object({
  id: Bytes(1400),
  clientDataJSON: Bytes(4000),
  attestationObject: Bytes(20_000),
  transports: z.array(Text(20)).check(z.maxLength(10)),
});

const noSite = {
  no_site: {
    status: 422,
    detail: 'Passkeys need a name: open the console by its own address, not by a number.',
  },
} as const;
const signInAnew = { ...signInFirst, ...wrongPasskey } as const;
const notThere = { not_found: { status: 404, detail: 'There is no such passkey.' } } as const;
const badName = {
  bad_name: { status: 422, detail: `A name has 1 to ${PASSKEY_NAME_MAX} characters.` },
} as const;

export const beginDuePasskey = endpoint({
  ...calls.beginDuePasskey,
  summary: 'What the browser needs to prove the second factor by a passkey, or to set one up',
  who: 'anyone',
  rateLimit: [perAddress('second-factor', 120, 300)],
  response: z.object({ prove: z.nullable(ProofOptions), set_up: z.nullable(SetupOptions) }),
  problems: {
    ...signInFirst,
    ...noSite,
    no_passkey: { status: 422, detail: 'There is no passkey. Please enter a code.' },
  },
});

export const passByPasskey = endpoint({
  ...calls.passByPasskey,
  summary: 'Prove the second factor by a passkey, and sign in',
  who: 'anyone',
  rateLimit: [perAddress('second-factor', 120, 300)],
  body: PasskeyProof,
  response: Passed,
  problems: signInAnew,
});

export const setUpPasskey = endpoint({
  ...calls.setUpPasskey,
  summary: 'Set up the second factor by a first passkey, and sign in',
  who: 'anyone',
  rateLimit: [perAddress('second-factor', 120, 300)],
  body: NewPasskey,
  response: Passed,
  problems: signInAnew,
});

export const beginPasskeyProof = endpoint({
  ...calls.beginPasskeyProof,
  summary: 'What the browser needs to prove by a passkey who makes a change',
  who: ['operator'],
  rateLimit: [perAccount('second-factor-change', 30, 900)],
  response: ProofOptions,
  problems: { ...noSite, no_passkey: { status: 422, detail: 'You have no passkey. Please enter a code.' } },
});

export const beginPasskey = endpoint({
  ...calls.beginPasskey,
  summary: 'What the browser needs to make one more passkey',
  who: ['operator'],
  rateLimit: [perAccount('second-factor-change', 30, 900)],
  body: Proof,
  response: SetupOptions,
  problems: {
    ...wrongProof,
    ...noSite,
    too_many: { status: 422, detail: 'You have as many passkeys as there can be. Remove one first.' },
  },
});

export const addPasskey = endpoint({
  ...calls.addPasskey,
  summary: 'Add the passkey that the browser made',
  who: ['operator'],
  rateLimit: [perAccount('second-factor-change', 30, 900)],
  body: NewPasskey,
  response: z.object({ id: Id, name: z.string() }),
  problems: {
    wrong_passkey: { status: 422, detail: 'This passkey could not be added. Please try again.' },
  },
});

export const renamePasskey = endpoint({
  ...calls.renamePasskey,
  summary: 'Give a passkey another name',
  who: ['operator'],
  params: z.object({ id: Id }),
  body: z.object({ name: Text(200) }),
  response: Done,
  problems: { ...notThere, ...badName },
});

export const removePasskey = endpoint({
  ...calls.removePasskey,
  summary: 'Remove a passkey; the last of all second factors stays',
  who: ['operator'],
  rateLimit: [perAccount('second-factor-change', 30, 900)],
  params: z.object({ id: Id }),
  body: Proof,
  response: Done,
  problems: {
    ...notThere,
    ...wrongProof,
    last: {
      status: 422,
      detail: 'This is your only second factor. Add another passkey first, or set up everything anew.',
    },
  },
});
