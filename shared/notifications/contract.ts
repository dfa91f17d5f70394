import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAddress } from '../lib/limits.ts';
import { Done, Id, Text } from '../lib/wire.ts';
import * as calls from './calls.ts';

/** Switches a group off without a login, also by mail programs (docs/product/notifications.md#unsubscribe). */
export const unsubscribe = endpoint({
  ...calls.unsubscribe,
  summary: 'No more mails of this group',
  who: 'anyone',
  /** Mail programs call for many readers from one address. */
  rateLimit: [perAddress('unsubscribe', 600, 60)],
  /** What mail programs post (RFC 8058) is shorter. */
  ignoresForm: { maxBytes: 1024 },
  query: z.object({ token: Text(128), group: Text(32) }),
  response: Done,
  problems: {
    not_found: {
      status: 404,
      detail: 'This link does not work any more. You can choose your emails in your profile.',
    },
  },
});

/** The same address as a link, for mail programs that do not post: leads to the page with the button. */
export const openUnsubscribe = endpoint({
  ...calls.openUnsubscribe,
  summary: 'Leads to the page that switches a group of mails off; changes nothing itself',
  who: 'anyone',
  query: z.object({ token: Text(128), group: Text(32) }),
  response: z.never(),
  stream: 'text/plain',
  streamStatuses: [302],
});

/** Server-sent events: hints of what changed (docs/product/notifications.md#live-updates). */
export const events = endpoint({
  ...calls.events,
  summary: 'Live updates: hints of changed sessions, messages, files, credits, slots, samples and profiles',
  who: 'signed_in',
  response: z.never(),
  stream: 'text/event-stream',
});

/** What changed, and of which session or musician. `resync`: anything may have changed. */
export const Hint = z.object({
  kind: z.enum([
    'session',
    'message',
    'file',
    'credits',
    'slots',
    'samples',
    'profile',
    'me',
    'hold',
    'waiting',
    'resync',
  ]),
  session_id: z.optional(z.int()),
  musician_id: z.optional(Id),
});
export type Hint = z.infer<typeof Hint>;
