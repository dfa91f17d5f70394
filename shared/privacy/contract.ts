import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount, perAddress } from '../lib/limits.ts';
import { Done, Id, Instant, Text } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { EXPORTS_A_DAY, OPEN_THINGS } from './rules.ts';

const people = ['client', 'managed', 'partner'] as const;

/** A deletion that was asked for. */
export const Erasure = z.object({ requested_at: Instant, due_at: Instant, by_studio: z.boolean() });
export type Erasure = z.infer<typeof Erasure>;

const open = {
  open: { status: 409, detail: 'Something is still open.' },
} as const;
const badLink = {
  bad_token: {
    status: 422,
    detail: 'This link does not work any more. It may have been used, or another one was sent.',
  },
} as const;
const tries = [perAccount('erasure', 10, 900), perAddress('erasure', 60, 300)];
const links = [perAddress('erasure-link', 60, 300)];

export const getOwnData = endpoint({
  ...calls.getOwnData,
  summary: 'What I can do with my data now: downloads that are left, and whether my account can be deleted',
  who: people,
  response: z.object({
    /** null: none was asked for. */
    erasure: z.nullable(Erasure),
    /** What has to end before. */
    open: z.array(z.enum(OPEN_THINGS)),
    exports_left: z.int(),
    confirmed_by: z.enum(['password', 'link']),
  }),
});

export const startExport = endpoint({
  ...calls.startExport,
  summary: 'Prepare a download of my data; its address works for an hour',
  who: people,
  status: 201,
  response: z.object({ url: z.string() }),
  problems: {
    too_many_exports: {
      status: 429,
      detail: `You have downloaded your data ${EXPORTS_A_DAY} times within a day. Please try again tomorrow.`,
    },
  },
});

export const downloadExport = endpoint({
  ...calls.downloadExport,
  summary: 'What is stored of a person, as one zip: streamed, for whoever prepared it',
  who: 'signed_in',
  params: z.object({ id: Id }),
  stream: 'application/zip',
  response: z.unknown(),
  problems: { not_found: { status: 404, detail: 'This download is over. Please begin another one.' } },
});

export const requestErasure = endpoint({
  ...calls.requestErasure,
  summary: 'Ask for the deletion of my account, by my password; it is done 14 days later',
  who: people,
  rateLimit: tries,
  body: z.object({ password: Text(2000) }),
  response: z.object({ erasure: Erasure }),
  problems: {
    ...open,
    wrong_password: { status: 422, detail: 'Incorrect password.' },
    no_password: { status: 409, detail: 'Your account has no password. Ask for a link by email instead.' },
  },
});

export const requestErasureLink = endpoint({
  ...calls.requestErasureLink,
  summary: 'Mail me the link that confirms the deletion of my account, which has no password',
  who: people,
  rateLimit: [perAccount('erasure-link', 5, 900)],
  response: Done,
  problems: {
    ...open,
    has_password: { status: 409, detail: 'Please confirm by your password.' },
  },
});

export const confirmErasure = endpoint({
  ...calls.confirmErasure,
  summary: 'Confirm the deletion of an account by a mailed link, which is spent',
  who: 'anyone',
  rateLimit: links,
  body: z.object({ token: Text(200) }),
  response: z.object({ erasure: Erasure }),
  problems: { ...open, ...badLink },
});

export const takeBackErasure = endpoint({
  ...calls.takeBackErasure,
  summary: 'Keep my account: takes the deletion back',
  who: people,
  response: Done,
  problems: { not_requested: { status: 409, detail: 'Your account is not going to be deleted.' } },
});

export const keepAccount = endpoint({
  ...calls.keepAccount,
  summary: 'Keep an account by the link of the mail about its deletion',
  who: 'anyone',
  rateLimit: links,
  body: z.object({ token: Text(200) }),
  response: Done,
  problems: badLink,
});
