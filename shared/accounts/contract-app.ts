import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount } from '../lib/limits.ts';
import { Done, Text } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { Proof, wrongCode, wrongProof } from './contract-second-factor.ts';

const hasApp = {
  has_app: { status: 422, detail: 'You have an authenticator app already. Remove it to add another one.' },
} as const;

export const beginApp = endpoint({
  ...calls.beginApp,
  summary: 'What an authenticator app takes, to add one beside passkeys',
  who: ['operator'],
  rateLimit: [perAccount('second-factor-change', 30, 900)],
  body: Proof,
  response: z.object({
    /** Names this secret when its first code is sent. */
    token: z.string(),
    secret: z.string(),
    uri: z.string(),
  }),
  problems: { ...wrongProof, ...hasApp },
});

export const addApp = endpoint({
  ...calls.addApp,
  summary: 'Add the authenticator app, by its first code',
  who: ['operator'],
  rateLimit: [perAccount('second-factor-change', 30, 900)],
  body: z.object({ token: Text(200), code: Text(64) }),
  response: Done,
  problems: {
    ...wrongCode,
    ...hasApp,
    setup_over: { status: 422, detail: 'That took longer than 10 minutes. Please begin again.' },
  },
});

export const removeApp = endpoint({
  ...calls.removeApp,
  summary: 'Remove the authenticator app; the last of all second factors stays',
  who: ['operator'],
  rateLimit: [perAccount('second-factor-change', 30, 900)],
  body: Proof,
  response: Done,
  problems: {
    ...wrongProof,
    not_found: { status: 404, detail: 'There is no authenticator app.' },
    last: {
      status: 422,
      detail: 'This is your only second factor. Add a passkey first, or set up everything anew.',
    },
  },
});
