import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount, perAddress } from '../lib/limits.ts';
import { Done, Id, Instant, Text, Zone } from '../lib/wire.ts';
import * as calls from './calls.ts';

const signInFirst = {
  sign_in_first: { status: 422, detail: 'That took longer than 10 minutes. Please sign in again.' },
} as const;
const wrongCode = {
  wrong_code: { status: 422, detail: 'This code is not right. Each code works once, for about a minute.' },
} as const;
const Code = z.object({ code: Text(64) });
const RecoveryCodes = z.array(z.string());

export const getDueSecondFactor = endpoint({
  ...calls.getDueSecondFactor,
  summary: 'Who still has to prove a second factor in this browser, and how to set one up',
  who: 'anyone',
  rateLimit: [perAddress('second-factor', 120, 300)],
  response: z.object({
    email: z.string(),
    /** What the authenticator app takes, as text and as a link; null once there is an app. */
    setup: z.nullable(z.object({ secret: z.string(), uri: z.string() })),
  }),
  problems: signInFirst,
});

export const passSecondFactor = endpoint({
  ...calls.passSecondFactor,
  summary: 'Prove the second factor, or set it up by its first code, and sign in',
  who: 'anyone',
  rateLimit: [perAddress('second-factor', 120, 300)],
  body: Code,
  response: z.object({
    user: z.object({ id: Id, timezone: Zone, role: z.enum(['client', 'partner', 'operator', 'managed']) }),
    /** The new recovery codes, shown this once; null unless the app was set up. */
    recovery_codes: z.nullable(RecoveryCodes),
  }),
  problems: { ...signInFirst, ...wrongCode },
});

export const getSecondFactor = endpoint({
  ...calls.getSecondFactor,
  summary: 'When the authenticator app was set up, and how many recovery codes are left',
  who: ['operator'],
  response: z.object({ created_at: Instant, recovery_codes_left: z.int() }),
  problems: { not_found: { status: 404, detail: 'There is no authenticator app.' } },
});

export const makeRecoveryCodes = endpoint({
  ...calls.makeRecoveryCodes,
  summary: 'Make new recovery codes; the earlier ones stop working',
  who: ['operator'],
  rateLimit: [perAccount('second-factor-change', 10, 900)],
  body: Code,
  response: z.object({ recovery_codes: RecoveryCodes }),
  problems: wrongCode,
});

export const removeSecondFactor = endpoint({
  ...calls.removeSecondFactor,
  summary: 'Remove the authenticator app, and end all login sessions; the next login sets up another',
  who: ['operator'],
  rateLimit: [perAccount('second-factor-change', 10, 900)],
  body: Code,
  response: Done,
  problems: wrongCode,
});
