import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Text } from '../lib/wire.ts';

export const joinBundle = endpoint({
  method: 'POST',
  path: '/api/v2/subscriptions/join-bundle',
  summary: 'Join a bundle that costs nothing; the browser goes on to /thank-you',
  who: ['client'],
  idempotent: true,
  body: z.object({ bundle_id: Text(64) }),
  answer: z.object({
    bundle_id: z.string(),
    product_name: z.string(),
    /** Credits that came with it, the trial credit included. */
    credits: z.int(),
  }),
  problems: {
    not_found: { status: 404, detail: 'This offer is not there any more.' },
    not_free: { status: 422, detail: 'This offer has a price.' },
    not_for_you: { status: 409, detail: 'Your account has a plan already.' },
  },
});
