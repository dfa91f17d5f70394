import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Text } from '../lib/wire.ts';
import * as calls from './calls.ts';

export const joinBundle = endpoint({
  ...calls.joinBundle,
  summary: 'Join a bundle that costs nothing; the browser goes on to /thank-you',
  who: ['client'],
  idempotent: true,
  body: z.object({ bundle_id: Text(64) }),
  response: z.object({
    bundle_id: z.string(),
    product_name: z.string(),
    /** How many credits came with it, the trial credit included. */
    credits: z.int(),
  }),
  problems: {
    not_found: { status: 404, detail: 'This offer is no longer available.' },
    not_free: { status: 422, detail: 'This offer has a price.' },
    not_for_you: { status: 409, detail: 'Your account already has a plan.' },
  },
});
