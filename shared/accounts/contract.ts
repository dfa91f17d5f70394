import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Done, Id, Text, Zone } from '../lib/wire.ts';

/** Who has just signed in. `redirect` is set when their role lives on another front: go there with the ticket. */
const SignedIn = z.object({
  user: z.object({ id: Id, timezone: Zone, role: z.enum(['client', 'partner', 'operator', 'managed']) }),
  redirect: z.nullable(z.string()),
});

export const login = endpoint({
  method: 'POST',
  path: '/api/users/login',
  summary: 'Sign in with e-mail and password',
  who: 'anyone',
  body: z.object({
    user: z.object({ email: Text(254), password: Text(256) }),
    /** The path to go on to; kept when the person is sent to another front. */
    next: z.optional(Text(2000)),
  }),
  answer: SignedIn,
  problems: {
    wrong_credentials: { status: 401, detail: 'Invalid email or wrong password' },
    no_password: { status: 422, detail: 'Your need to login using your Google or Facebook account.' },
    waitlisted: {
      status: 403,
      detail: 'You are on the waiting list. We will write to you as soon as there is a place.',
    },
  },
});

export const enter = endpoint({
  method: 'POST',
  path: '/api/users/ticket',
  summary: 'Exchange a one-time ticket from another front for a login session here',
  who: 'anyone',
  body: z.object({ ticket: Text(128) }),
  answer: SignedIn,
  problems: { bad_ticket: { status: 422, detail: 'This link has been used or is too old. Please sign in.' } },
});

export const logout = endpoint({
  method: 'GET',
  path: '/api/users/logout',
  summary: 'Sign out: ends this login session',
  who: 'anyone',
  answer: Done,
});
