import { frontOf } from '../../../shared/accounts/rules.ts';
import type { Role } from '../../../shared/lib/endpoint.ts';
import type { Front } from '../../../shared/lib/wire.ts';
import {
  MAILS,
  type MailName,
  type MailSettings,
  type Switchable,
} from '../../../shared/notifications/rules.ts';
import { GROUP_WORDS } from '../../../shared/notifications/texts.ts';
import { STUDIO_NAME } from '../../content/service.ts';
import type { Ctx } from '../../lib/ctx.ts';
import type { Settings } from '../../settings.ts';
import { personForMail } from '../queries-mails.ts';
import type { Foot, Letter } from './letter.ts';

/** A mail to send: of which event, what it is, and the id of what it is about. */
export interface Outgoing {
  readonly event_id: string;
  readonly template: MailName;
  readonly about: string;
  /** When it was put on, ISO 8601: the same for every try. */
  readonly at: string;
  /** Which of a session's two people gets it. */
  readonly to?: 'client' | 'partner';
  /** What else the template must know; each says what it is. */
  readonly detail?: string;
}

/** Whoever a mail goes to, as they are when it is sent. */
export interface Reader {
  readonly email: string;
  readonly name: string;
  readonly zone: string;
  readonly role: Role;
  readonly front: Front;
  /** Null for somebody without an account. */
  readonly personId: string | null;
  readonly wants: MailSettings;
  /** What the links say who switch mails off. */
  readonly token: string;
}

/** How one kind of mail finds its reader and is written, when it is sent; null: there is nothing to say any more. */
export interface Template {
  readonly reader: (ctx: Ctx, mail: Outgoing) => Promise<Reader | null>;
  /** May make a secret: called once the mail is in hand. */
  readonly letter: (ctx: Ctx, mail: Outgoing, reader: Reader) => Promise<Letter | null>;
}

/** A person as the reader of a mail; null when they are gone. */
export async function personReader(ctx: Ctx, personId: string): Promise<Reader | null> {
  const row = await personForMail(ctx.db, personId);
  if (row === undefined) return null;
  const { id, mail_token: token, waitlisted: _, booking, cancellation, files, marketing, ...person } = row;
  const wants = { booking, cancellation, files, marketing };
  return { ...person, front: frontOf(row.role), personId: id, wants, token };
}

/** An address of a front as a link: from the settings, never from what a request said. */
export function linkTo(
  { origins }: Pick<Settings, 'origins'>,
  front: Front,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(path, origins[front].canonical);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** What a mail's links can switch off; null for what nobody switches off. */
const switchable = (mail: MailName): Switchable | null => {
  const group = MAILS[mail];
  return group === 'always' ? null : group;
};

const WHY: Readonly<Record<Switchable | 'always', string>> = {
  always: 'You get this mail because it is about your account.',
  booking: 'You get this mail because it is about one of your sessions.',
  cancellation: 'You get this mail because it is about one of your sessions.',
  files: 'You get this mail because it is about files of one of your sessions.',
  marketing: 'You get this mail because you have an account.',
  invitations:
    'You get this mail because somebody asked us to invite you. We keep your address only for that.',
};

/** What stands below a mail to this reader. */
export function footOf(settings: Settings, mail: MailName, { front, token }: Reader): Foot {
  const group = switchable(mail);
  return {
    studio: STUDIO_NAME,
    why: WHY[group ?? 'always'],
    stop:
      group === null
        ? null
        : {
            words: `No more ${GROUP_WORDS[group]}`,
            url: linkTo(settings, front, '/unsubscribe', { token, group }),
          },
  };
}

/** Where mail programs switch a group off by themselves (RFC 8058); null for what nobody switches off. */
export function oneClickUrl(settings: Settings, mail: MailName, { front, token }: Reader): string | null {
  const group = switchable(mail);
  return group && linkTo(settings, front, '/api/v2/notifications/unsubscribe', { token, group });
}
