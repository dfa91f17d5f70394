import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Done, Text } from '../lib/wire.ts';

/**
 * Switches a group of mails off by the link of a mail, without a login: the token is the reader's own. Mail programs
 * post `List-Unsubscribe=One-Click` as a form to the same address (RFC 8058).
 */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/v2/notifications/unsubscribe',
  summary: 'No more mails of this group',
  who: 'anyone',
  query: z.object({ token: Text(128), group: Text(32) }),
  answer: Done,
  problems: {
    not_found: {
      status: 404,
      detail: 'This link does not work any more. You can choose your mails in your profile.',
    },
  },
});

/** The same address opened as a link, by mail programs that do not post: it leads to the page with the button. */
export const openUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/v2/notifications/unsubscribe',
  summary: 'Leads to the page that switches a group of mails off; changes nothing itself',
  who: 'anyone',
  query: z.object({ token: Text(128), group: Text(32) }),
  answer: z.never(),
  stream: 'text/plain',
});

/** Server-sent events: hints of what changed for the signed-in person; on reconnect the client refetches (decisions 2). */
export const events = endpoint({
  method: 'GET',
  path: '/api/v2/events',
  summary: 'Live updates: hints of changed sessions, messages, files and credits',
  who: 'signed_in',
  answer: z.never(),
  stream: 'text/event-stream',
});

/** What a hint says: what changed, and of which session where it is about one. `resync`: anything may have changed. */
export const Hint = z.object({
  kind: z.enum(['session', 'message', 'file', 'credits', 'me', 'resync']),
  session_id: z.optional(z.int()),
});
export type Hint = z.infer<typeof Hint>;
