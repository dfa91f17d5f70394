import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount, perAddress } from '../lib/limits.ts';
import { Done, Id, Instant, Text, Zone } from '../lib/wire.ts';
import * as calls from './calls.ts';

export const signInFirst = {
  sign_in_first: { status: 422, detail: 'That took longer than 10 minutes. Please sign in again.' },
} as const;
export const wrongCode = {
  wrong_code: { status: 422, detail: 'This code is not right. Each code works once, for about a minute.' },
} as const;
export const wrongPasskey = {
  wrong_passkey: { status: 422, detail: 'This passkey was not accepted. Please try again.' },
} as const;
/** Refusals of a proof of the second factor. */
export const wrongProof = { ...wrongCode, ...wrongPasskey } as const;
/** Bytes in base64url, as WebAuthn's JSON has them. */
export const Bytes = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/));
/** What a browser answers that was asked for a passkey. */
export const PasskeyProof = z.object({
  id: Bytes(1400),
  clientDataJSON: Bytes(4000),
  authenticatorData: Bytes(4000),
  signature: Bytes(4000),
});
const Code = z.object({ code: Text(64) });
/** Who makes a change proves it is them: by a code of the app, a recovery code, or a passkey. */
export const Proof = z.object({ code: z.optional(Text(64)), passkey: z.optional(PasskeyProof) });
const RecoveryCodes = z.array(z.string());

/** Response of a passed second factor. */
export const Passed = z.object({
  user: z.object({ id: Id, timezone: Zone, role: z.enum(['client', 'partner', 'operator', 'managed']) }),
  /** The new recovery codes, shown this once; null unless the second factor was set up. */
  recovery_codes: z.nullable(RecoveryCodes),
});

export const getDueSecondFactor = endpoint({
  ...calls.getDueSecondFactor,
  summary: 'Who still has to prove a second factor in this browser, and how to set one up',
  who: 'anyone',
  rateLimit: [perAddress('second-factor', 120, 300)],
  response: z.object({
    email: z.string(),
    /** What the authenticator app takes, as text and as a link; null once there is a second factor. */
    setup: z.nullable(z.object({ secret: z.string(), uri: z.string() })),
    app: z.boolean(),
    passkeys: z.boolean(),
    /** Whether passkeys can be made for the address of this console. */
    takes_passkeys: z.boolean(),
  }),
  problems: signInFirst,
});

export const passSecondFactor = endpoint({
  ...calls.passSecondFactor,
  summary: 'Prove the second factor, or set it up by its first code, and sign in',
  who: 'anyone',
  rateLimit: [perAddress('second-factor', 120, 300)],
  body: Code,
  response: Passed,
  problems: { ...signInFirst, ...wrongCode },
});

export const getSecondFactor = endpoint({
  ...calls.getSecondFactor,
  summary: 'When the second factor was set up, the passkeys, and how many recovery codes are left',
  who: ['operator'],
  response: z.object({
    created_at: Instant,
    recovery_codes_left: z.int(),
    app: z.boolean(),
    /** Null without an app. */
    app_added_at: z.nullable(Instant),
    passkeys: z.array(
      z.object({ id: Id, name: z.string(), created_at: Instant, last_used_at: z.nullable(Instant) }),
    ),
    takes_passkeys: z.boolean(),
  }),
  problems: { not_found: { status: 404, detail: 'There is no second factor.' } },
});

export const makeRecoveryCodes = endpoint({
  ...calls.makeRecoveryCodes,
  summary: 'Make new recovery codes; the earlier ones stop working',
  who: ['operator'],
  rateLimit: [perAccount('second-factor-change', 10, 900)],
  body: Proof,
  response: z.object({ recovery_codes: RecoveryCodes }),
  problems: wrongProof,
});

export const removeSecondFactor = endpoint({
  ...calls.removeSecondFactor,
  summary: 'Remove the app and all passkeys, and end all login sessions; the next login sets up another',
  who: ['operator'],
  rateLimit: [perAccount('second-factor-change', 10, 900)],
  body: Proof,
  response: Done,
  problems: wrongProof,
});
