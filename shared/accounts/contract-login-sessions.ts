import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Instant } from '../lib/wire.ts';
import * as calls from './calls.ts';

export const LoginSession = z.object({
  id: Id,
  /** Readable device: 'Firefox on Linux'. */
  device: z.string(),
  created_at: Instant,
  last_seen_at: Instant,
  /** The login session of this call. */
  current: z.boolean(),
});

export const listLoginSessions = endpoint({
  ...calls.listLoginSessions,
  summary: 'Where I am signed in',
  who: 'signed_in',
  response: z.object({ login_sessions: z.array(LoginSession) }),
});

export const endLoginSession = endpoint({
  ...calls.endLoginSession,
  summary: 'Sign out somewhere else, or everywhere else when no id is given',
  who: 'signed_in',
  body: z.object({ id: z.optional(Id) }),
  response: z.object({ login_sessions: z.array(LoginSession) }),
  problems: { not_found: { status: 404, detail: 'This login has already ended.' } },
});
