import * as z from 'zod/mini';
import { STUDIO_NAME } from '../lib/studio-name.ts';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount, perAddress } from '../lib/limits.ts';
import { Done, Id, Text, Zone } from '../lib/wire.ts';
import * as calls from './calls.ts';

/**
 * The person who has signed in. `redirect` is set when their role is on another front, with the ticket to go there, or
 * when a second factor is due.
 */
const SignedIn = z.object({
  user: z.object({ id: Id, timezone: Zone, role: z.enum(['client', 'partner', 'operator', 'managed']) }),
  redirect: z.nullable(z.string()),
});

/** With the support's address in its words (docs/product/accounts.md#blocked-accounts). */
const blocked = {
  blocked: { status: 403, detail: 'Your account is blocked. Please write to our support.' },
} as const;

export const login = endpoint({
  ...calls.login,
  summary: 'Sign in with e-mail and password',
  who: 'anyone',
  body: z.object({
    user: z.object({ email: Text(254), password: Text(256) }),
    /** The path to continue to; it also survives a redirect to another front. */
    next: z.optional(Text(2000)),
    /** Browser's time zone, for accounts whose zone nobody has chosen. Unknown zones change nothing. */
    timezone: z.optional(Text(64)),
  }),
  response: SignedIn,
  problems: {
    ...blocked,
    wrong_credentials: { status: 401, detail: 'Invalid email or wrong password' },
    no_password: { status: 422, detail: 'Your need to login using your Google or Facebook account.' },
    waitlisted: {
      status: 403,
      detail: 'You are on the waiting list. We will write to you as soon as there is a place.',
    },
  },
});

export const redeemTicket = endpoint({
  ...calls.redeemTicket,
  summary: 'Exchange a one-time ticket from another front for a login session here',
  who: 'anyone',
  rateLimit: [perAddress('ticket', 60, 300)],
  body: z.object({
    ticket: Text(128),
    /** The path to continue to after a second factor. */
    next: z.optional(Text(2000)),
  }),
  response: SignedIn,
  problems: {
    ...blocked,
    bad_ticket: { status: 422, detail: 'This link has been used or is too old. Please sign in.' },
  },
});

/** Exactly one of the two. */
export const previewLogin = endpoint({
  ...calls.previewLogin,
  summary: 'Whose account a ticket or the link of a mail opens; it is not spent',
  who: 'anyone',
  rateLimit: [perAddress('entry', 60, 300)],
  body: z.union([z.object({ ticket: Text(128) }), z.object({ link: Text(256) })]),
  response: z.object({
    email: z.string(),
    /** The ticket was made for this browser, so nobody else can have sent it. */
    tied: z.boolean(),
    /**
     * Signing in voids the password, because the address was never verified
     * (docs/product/accounts.md#unverified-password).
     */
    voids_password: z.boolean(),
  }),
  problems: {
    bad_entry: { status: 422, detail: 'This link has been used or is too old. Please sign in.' },
  },
});

export const logout = endpoint({
  ...calls.logout,
  summary: 'Sign out: ends this login session',
  who: 'anyone',
  changes: true,
  response: Done,
});

/** The new person: signed in at once, or on the waiting list (docs/product/accounts.md#waiting-list). */
const SignedUp = z.object({
  user: z.object({ id: Id, timezone: Zone, role: z.enum(['client', 'partner', 'operator', 'managed']) }),
  redirect: z.nullable(z.string()),
  waitlisted: z.boolean(),
});

const NewAccount = z.object({
  name: Text(255),
  email: Text(254),
  /** Browser's time zone; an unknown one becomes UTC (docs/product/accounts.md#time-zone). */
  timezone: Text(64),
  password: Text(256),
});

const waiting = {
  waitlisted: {
    status: 403,
    detail: 'You are on the waiting list. We will write to you as soon as there is a place.',
  },
} as const;
const taken = {
  email_taken: { status: 401, detail: `That email already exists in ${STUDIO_NAME}` },
} as const;
/** Messages per field are in the problem's `errors`. */
const badForm = { invalid: { status: 422, detail: 'Please check the form.' } } as const;

export const signUp = endpoint({
  ...calls.signUp,
  summary: 'Sign up with e-mail and password, and sign in',
  who: 'anyone',
  body: z.object({
    user: NewAccount,
    method: z._default(z.literal('official'), 'official'),
    referral_code: z.optional(z.nullable(Text(128))),
    isJoinWaitlist: z._default(z.boolean(), false),
  }),
  response: SignedUp,
  problems: { ...taken, ...badForm },
});

export const signUpOndemand = endpoint({
  ...calls.signUpOndemand,
  summary: 'Sign up to buy credits on demand, with a bundle if one is named',
  who: 'anyone',
  body: z.object({
    user: NewAccount,
    bundle_id: z.optional(z.nullable(Text(64))),
    referral_code: z.optional(z.nullable(Text(128))),
    isJoinWaitlist: z._default(z.boolean(), false),
  }),
  response: SignedUp,
  problems: {
    ...taken,
    ...badForm,
    no_such_bundle: { status: 422, detail: 'This offer is no longer available.' },
  },
});

/** Body of both social logins; `extraParams` carries the browser's time zone. */
const Social = z.object({
  token: Text(8000),
  referral_code: z.optional(z.nullable(Text(128))),
  extraParams: z.optional(z.nullable(z.object({ timezone: z.optional(Text(64)) }))),
  isJoinWaitlist: z._default(z.boolean(), false),
  next: z.optional(Text(2000)),
});
const social = {
  ...blocked,
  other_provider: { status: 422, detail: 'You need to use a different login provider.' },
  provider_off: { status: 404, detail: 'This way of signing in is not set up here.' },
  bad_token: { status: 401, detail: 'This sign-in did not work. Please try again.' },
  provider_away: { status: 409, detail: 'The other side does not answer. Please try again in a moment.' },
  ...waiting,
} as const;

/** Called before Google's button is drawn; the cookie ties Google's ID token to this browser. */
export const googleNonce = endpoint({
  ...calls.googleNonce,
  summary: "The nonce that Google's ID token must carry, once and from this browser",
  who: 'anyone',
  response: z.object({ nonce: z.string() }),
  problems: { provider_off: social.provider_off },
});

export const googleLogin = endpoint({
  ...calls.googleLogin,
  summary: "Sign in or up with Google's ID token, which carries this browser's nonce",
  who: 'anyone',
  body: Social,
  response: SignedUp,
  problems: social,
});

export const facebookLogin = endpoint({
  ...calls.facebookLogin,
  summary: "Sign in or up with Facebook's access token",
  who: 'anyone',
  body: Social,
  response: SignedUp,
  problems: {
    ...social,
    no_email: {
      status: 422,
      detail: 'Facebook did not tell us your e-mail address. Please sign up with e-mail and password.',
    },
  },
});

export const requestPasswordReset = endpoint({
  ...calls.requestPasswordReset,
  summary: 'Send a link to choose a new password; the same answer whether or not the address is known',
  who: 'anyone',
  body: z.object({ email: Text(254) }),
  response: Done,
  problems: badForm,
});

/** Without `password` it only checks the link; with it the password changes and the link is spent. */
export const resetPassword = endpoint({
  ...calls.resetPassword,
  summary: 'Check a reset link, or choose a new password by it',
  who: 'anyone',
  rateLimit: [perAddress('reset-token', 60, 300)],
  body: z.object({ resetToken: Text(256), password: z.optional(Text(256)) }),
  response: Done,
  problems: {
    bad_token: { status: 422, detail: 'This token is no longer valid. Reset your password again.' },
    invalid: { status: 422, detail: 'Password must have at least 8 characters' },
  },
});

export const changePassword = endpoint({
  ...calls.changePassword,
  summary: 'Change the password; every other login session ends',
  who: 'signed_in',
  rateLimit: [perAddress('password', 60, 300), perAccount('password', 10, 900)],
  body: z.object({ current_password: Text(256), new_password: Text(256) }),
  response: Done,
  problems: {
    wrong_password: { status: 401, detail: 'Incorrect password.' },
    invalid: { status: 422, detail: 'Password must have at least 8 characters' },
    no_password: {
      status: 422,
      detail: 'Your account signs in with Google or Facebook and has no password here.',
    },
  },
});

export const requestLoginLink = endpoint({
  ...calls.requestLoginLink,
  summary: 'Send a link that signs in once; the same answer whether or not the address is known',
  who: 'anyone',
  body: z.object({ email: Text(254), next: z.optional(Text(2000)) }),
  response: Done,
  problems: badForm,
});

export const requestVerificationLink = endpoint({
  ...calls.requestVerificationLink,
  summary: "Ask for a mailed link that proves the caller's own address",
  who: 'signed_in',
  /** The path to continue to. */
  body: z.object({ next: z.optional(Text(2000)) }),
  /** `sent` is false if the address is verified already. */
  response: z.object({ email: z.string(), sent: z.boolean() }),
});

export const loginByLink = endpoint({
  ...calls.loginByLink,
  summary: 'Sign in by the link of the mail',
  who: 'anyone',
  rateLimit: [perAddress('sign-in-token', 60, 300)],
  body: z.object({ token: Text(256), next: z.optional(Text(2000)) }),
  response: SignedIn,
  problems: {
    bad_token: { status: 422, detail: 'This link has been used or is too old. Please ask for a new one.' },
    ...waiting,
    ...blocked,
  },
});

export const saveOnboarding = endpoint({
  ...calls.saveOnboarding,
  summary: 'Keep what a client says of themselves; onboarding is then completed',
  who: ['client', 'managed'],
  body: z.object({
    persona_type: Text(64),
    persona_level: Text(64),
    persona_diy: Text(64),
    interests: z.array(Text(64)).check(z.maxLength(50)),
    comments: z.optional(z.nullable(Text(2000))),
  }),
  response: Done,
  problems: badForm,
});
