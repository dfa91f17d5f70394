import * as z from 'zod/mini';
import { endpoint } from '../../lib/endpoint.ts';
import { Done, Id, Instant, Text } from '../../lib/wire.ts';
import { MAILS, type MailName } from '../../notifications/rules.ts';
import * as calls from './calls-system.ts';
import { MAIL_STATES } from './rules-system.ts';

const MAIL_NAMES = Object.keys(MAILS) as [MailName, ...MailName[]];
const params = z.object({ id: Id });
const notFound = { not_found: { status: 404, detail: 'There is no such mail.' } } as const;

export const ListedMail = z.object({
  id: Id,
  /** null: sent by an earlier release. */
  queued_at: z.nullable(Instant),
  sent_at: z.nullable(Instant),
  state: z.enum(MAIL_STATES),
  template: z.enum(MAIL_NAMES),
  recipient: z.string(),
  /** null: nobody with an account. */
  person: z.nullable(z.object({ id: Id, name: z.string() })),
  /** What the last try failed with. */
  failure: z.nullable(z.string()),
  sent_again_at: z.nullable(Instant),
  /** Whether its text is kept here and may be read. */
  is_readable: z.boolean(),
});
export type ListedMail = z.infer<typeof ListedMail>;

export const listMails = endpoint({
  ...calls.listMails,
  summary: 'Mails, the last enqueued first, 50 at a time',
  who: ['operator'],
  query: z.object({
    /** `next` of the page before. */
    after: z.optional(Id),
    person: z.optional(Id),
    /** An address, whole. */
    to: z.optional(Text(320)),
    state: z.optional(z.enum(MAIL_STATES)),
    template: z.optional(z.enum(MAIL_NAMES)),
  }),
  response: z.object({
    mails: z.array(ListedMail),
    /** For the next page; null: there is none. */
    next: z.nullable(Id),
    /** Whose mails they are, if one person's are asked for; null for an unknown one. */
    person: z.nullable(z.object({ id: Id, name: z.string() })),
  }),
});

export const readMail = endpoint({
  ...calls.readMail,
  summary: 'Read a mail as it was sent; the audit log notes it',
  who: ['operator'],
  params,
  response: z.object({
    from: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    attachments: z.array(z.string()),
  }),
  problems: {
    ...notFound,
    signs_in: {
      status: 403,
      detail: 'This mail has a link that signs in as its reader, so nobody else may read it.',
    },
    not_kept: { status: 409, detail: 'This mail was handed to the mail server. Its text is not kept.' },
  },
});

export const sendMailAgain = endpoint({
  ...calls.sendMailAgain,
  summary: 'Send a mail again, written from how things stand now',
  who: ['operator'],
  params,
  response: Done,
  problems: {
    ...notFound,
    from_earlier: {
      status: 409,
      detail: 'An earlier release sent this mail and did not note what it is about.',
    },
    being_sent: { status: 409, detail: 'This mail is being sent, or waits for its next try.' },
    not_needed: { status: 409, detail: 'This mail is not needed any more: what it is about has changed.' },
    not_wanted: { status: 409, detail: 'Its reader has switched off mails of this kind.' },
    sent_just_now: { status: 409, detail: 'This mail was sent again less than a minute ago.' },
  },
});
