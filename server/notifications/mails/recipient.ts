import { frontOf } from '#shared/accounts/rules.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import type { Front } from '#shared/lib/wire.ts';
import { unsubscribe } from '#shared/notifications/calls.ts';
import {
  MAILS,
  type MailName,
  type MailSettings,
  type UnsubscribeTarget,
} from '#shared/notifications/rules.ts';
import { GROUP_LABELS } from '#shared/notifications/texts.ts';
import { STUDIO_NAME } from '../../content/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { Settings } from '../../lib/settings.ts';
import type { Footer, MailContent } from '../../mail/templates/mail-content.ts';
import type { PersonForMail } from '../queries-mails.ts';
import type { QueuedMail } from './queued-mail.ts';

/** A mail's recipient, as of when it is sent. */
export interface Recipient {
  readonly email: string;
  readonly name: string;
  readonly zone: string;
  readonly role: Role;
  readonly front: Front;
  /** Null for people without an account. */
  readonly personId: string | null;
  readonly wants: MailSettings;
  /** Gets only what is about money and security. */
  readonly isBlocked?: boolean;
  /** For links that unsubscribe. */
  readonly token: string;
}

/** The settings of a person without stored ones: every mail. */
export const WANTS_ALL: MailSettings = { booking: true, cancellation: true, files: true, marketing: true };

/** The studio's support as a recipient. */
export function studioSupport({ supportEmail }: Pick<Settings, 'supportEmail'>): Recipient {
  return {
    email: supportEmail,
    name: '',
    zone: 'UTC',
    role: 'operator',
    front: 'operator',
    personId: null,
    wants: WANTS_ALL,
    token: '',
  };
}

/** A mail whose recipient is known. */
export interface Prepared<T> {
  readonly recipient: Recipient;
  /** May create a secret, so it is called once the mail is claimed; null when the mail is no longer needed. */
  readonly write: () => Promise<T | null>;
}

/** Finds the recipient of one kind of mail and writes it, when it is sent; null when it is no longer needed. */
export type Template<N extends MailName> = (
  ctx: Ctx,
  mail: QueuedMail<N>,
) => Promise<Prepared<MailContent> | null>;

/** A person as the recipient of a mail. */
export function recipientOf(person: PersonForMail): Recipient {
  const { id, email, name, zone, role, mail_token: token, booking, cancellation, files, marketing } = person;
  const wants = { booking, cancellation, files, marketing };
  const isBlocked = person.is_blocked;
  return { email, name, zone, role, front: frontOf(role), personId: id, wants, isBlocked, token };
}

/** A link to a front: its origin comes from the settings, never from a request. */
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

/** The group that a mail's links switch off; null for mails that cannot be switched off. */
const switchable = (mail: MailName): UnsubscribeTarget | null => {
  const group = MAILS[mail];
  return group === 'always' ? null : group;
};

const WHY: Readonly<Record<UnsubscribeTarget | 'always', string>> = {
  always: 'You get this mail because it is about your account.',
  booking: 'You get this mail because it is about one of your sessions.',
  cancellation: 'You get this mail because it is about one of your sessions.',
  files: 'You get this mail because it is about files of one of your sessions.',
  marketing: 'You get this mail because you have an account.',
  invitations:
    'You get this mail because somebody asked us to invite you. We keep your address only for that.',
};

/** The footer of a mail to this recipient. */
export function footerOf(settings: Settings, mail: MailName, { front, token }: Recipient): Footer {
  const group = switchable(mail);
  return {
    studio: STUDIO_NAME,
    reason: WHY[group ?? 'always'],
    unsubscribe:
      group === null
        ? null
        : {
            label: `No more ${GROUP_LABELS[group]}`,
            url: linkTo(settings, front, '/unsubscribe', { token, group }),
          },
  };
}

/** One-click unsubscribe URL (RFC 8058); null for mails that cannot be switched off. */
export function oneClickUrl(settings: Settings, mail: MailName, { front, token }: Recipient): string | null {
  const group = switchable(mail);
  return group && linkTo(settings, front, unsubscribe.path, { token, group });
}
