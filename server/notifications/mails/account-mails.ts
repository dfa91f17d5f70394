import { landingPath } from '#shared/accounts/rules.ts';
import { STUDIO_NAME } from '../../content/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { issueLink } from '../issue-link.ts';
import * as queries from '../queries-mails.ts';
import { displayName, inZone, type MailContent } from '../../mail/templates/mail-content.ts';
import type { PersonMailName, QueuedMail } from './queued-mail.ts';
import { linkTo, recipientOf, type Recipient, type Template } from './recipient.ts';

/** Writes a mail about an account to its person; null when it is no longer needed. */
type Write<N extends PersonMailName> = (
  ctx: Ctx,
  mail: QueuedMail<N>,
  recipient: Recipient,
  person: queries.PersonForMail,
) => Promise<MailContent | null>;

/** A mail to a person about their account. */
export const toPerson =
  <N extends PersonMailName>(write: Write<N>): Template<N> =>
  async (ctx, mail) => {
    const person = await queries.personForMail(ctx.db, mail.about);
    if (person === undefined) return null;
    const recipient = recipientOf(person);
    return { recipient, write: () => write(ctx, mail, recipient, person) };
  };

/** How a mail begins. */
export const greeting = ({ name }: Recipient) => ({ text: `Hi ${displayName(name)},` });
const PROVIDERS: Readonly<Record<string, string>> = { google: 'Google', facebook: 'Facebook' };
const NOT_YOU = 'Was this not you? Then you need not do anything: without the link nothing changes.';

/** A new account: welcome, or a place on the waiting list (docs/product/accounts.md#waiting-list). */
export const welcome = toPerson<'welcome'>(async (ctx, _mail, recipient, { waitlisted }) => {
  if (waitlisted) {
    return {
      subject: `You are on the waiting list of ${STUDIO_NAME}`,
      preview: 'We will write to you as soon as there is a place.',
      heading: 'You are on the list',
      parts: [
        greeting(recipient),
        {
          text: `Thank you for signing up. ${STUDIO_NAME} is full at the moment. We have kept your place and will write to you as soon as there is room.`,
        },
        { text: 'There is nothing else for you to do.' },
      ],
    };
  }
  return {
    subject: `Welcome to ${STUDIO_NAME}`,
    preview: 'Your account is ready. Find a musician and book your first session.',
    heading: `Welcome to ${STUDIO_NAME}`,
    parts: [
      greeting(recipient),
      {
        text: 'Your account is ready. Choose a musician, take a time that suits you, send your files, and hear your song grow.',
      },
      { button: 'Find a musician', url: linkTo(ctx.settings, recipient.front, landingPath(recipient.role)) },
    ],
  };
});

/** Admitted from the waiting list. */
export const admitted = toPerson<'admitted'>(async (ctx, _mail, recipient) => ({
  subject: `There is a place for you at ${STUDIO_NAME}`,
  preview: 'Your account is open. Sign in and have a look around.',
  heading: 'Come in',
  parts: [
    greeting(recipient),
    { text: `Thank you for waiting. There is room for you now: your account at ${STUDIO_NAME} is open.` },
    { button: 'Sign in', url: linkTo(ctx.settings, recipient.front, '/login') },
  ],
}));

/** The reset link, or how an account without a password signs in. */
export const resetPassword = toPerson<'reset-password'>(async (ctx, { about }, recipient) => {
  const providers = (await queries.socialOnly(ctx.db, about)).map((name) => PROVIDERS[name] ?? name);
  if (providers.length > 0) {
    const names = providers.join(' or ');
    return {
      subject: `How you sign in to ${STUDIO_NAME}`,
      preview: `Your account signs in with ${names} and has no password here.`,
      heading: `You sign in with ${names}`,
      parts: [
        greeting(recipient),
        {
          text: `Somebody, hopefully you, asked for a new password. Your account signs in with ${names}, so it has no password here.`,
        },
        { button: 'Go to the login', url: linkTo(ctx.settings, recipient.front, '/login') },
        { note: 'Was this not you? Then you need not do anything.' },
      ],
    };
  }
  const token = await issueLink(ctx, about, 'reset_password');
  return {
    subject: `Choose a new password for ${STUDIO_NAME}`,
    preview: 'This link works once, for 24 hours.',
    heading: 'Choose a new password',
    parts: [
      greeting(recipient),
      { text: 'Somebody, hopefully you, asked for a new password. This link works once, for 24 hours.' },
      {
        button: 'Choose a new password',
        url: linkTo(ctx.settings, recipient.front, `/password/validate/${token}`),
      },
      { note: NOT_YOU },
    ],
  };
});

/** The link that signs in once. */
export const signInLink = toPerson<'sign-in-link'>(async (ctx, { about, next }, recipient) => {
  const link = await issueLink(ctx, about, 'sign_in');
  const query = next === undefined ? { link } : { link, next };
  return {
    subject: `Your link to sign in to ${STUDIO_NAME}`,
    preview: 'This link works once, for 15 minutes.',
    heading: 'Sign in with this link',
    parts: [
      greeting(recipient),
      { text: 'This link signs you in. It works once, for 15 minutes.' },
      { button: 'Sign in', url: linkTo(ctx.settings, recipient.front, '/enter', query) },
      { note: NOT_YOU },
    ],
  };
});

/** The link that verifies the address and signs in once. */
export const confirmEmail = toPerson<'confirm-email'>(async (ctx, { about, next }, recipient) => {
  const link = await issueLink(ctx, about, 'sign_in');
  const query = { link, for: 'email', ...(next === undefined ? {} : { next }) };
  return {
    subject: 'Confirm your email to book your first session',
    preview: 'This link works once, for 15 minutes.',
    heading: 'Confirm your email',
    parts: [
      greeting(recipient),
      {
        text: 'Confirm that this address is yours, and book your first session with your trial credit. The time that you hold and what you wrote are kept.',
      },
      { button: 'Confirm my email', url: linkTo(ctx.settings, recipient.front, '/enter', query) },
      { note: `The link works once, for 15 minutes. ${NOT_YOU}` },
    ],
  };
});

const WORK: Readonly<Record<Recipient['role'], string>> = {
  partner: 'as a musician: your sessions, your calendar and your clients are there',
  managed: 'where your sessions, files and messages are',
  client: 'where your sessions, files and messages are',
  operator: 'to run it',
};

/** The link for people whom the operator invited. */
export const choosePassword = toPerson<'choose-password'>(async (ctx, { about }, recipient) => {
  const token = await issueLink(ctx, about, 'choose_password');
  return {
    subject: `Your account at ${STUDIO_NAME}: choose a password`,
    preview: 'An account is ready for you. This link works once, for 7 days.',
    heading: `Welcome to ${STUDIO_NAME}`,
    parts: [
      greeting(recipient),
      {
        text: `The studio has made an account for you ${WORK[recipient.role]}. Choose a password and you are in. This link works once, for 7 days.`,
      },
      {
        button: 'Choose a password',
        url: linkTo(ctx.settings, recipient.front, `/password/validate/${token}`),
      },
      { note: 'Has it run out? Ask for a new one at the login, under "Forgot password?".' },
    ],
  };
});

/** Notifies the owner of an account of its new password. */
export const passwordChanged = toPerson<'password-changed'>(async (ctx, { at }, recipient) => ({
  subject: `Your password for ${STUDIO_NAME} was changed`,
  preview: 'Was this not you? Then choose a new one at once.',
  heading: 'Your password was changed',
  parts: [
    greeting(recipient),
    {
      text: `The password of your account was changed on ${inZone(Temporal.Instant.from(at), recipient.zone)}. You were signed out everywhere else.`,
    },
    { text: 'Was this you? Then all is well. If not, choose a new password at once and write to us.' },
    { button: 'Choose a new password', url: linkTo(ctx.settings, recipient.front, '/reset-password') },
    { note: `Our support: ${ctx.settings.supportEmail}` },
  ],
}));

/** What happened to a second factor: subject and heading, and what follows. */
const SECOND_FACTOR = {
  'set-up': ['An authenticator app was set up', 'It is asked for with every login of yours from now on.'],
  removed: [
    'Your second factor was removed',
    'You were signed out everywhere. The next login, by password, sets up another one.',
  ],
  reset: [
    'Your second factor was reset by the studio',
    'You were signed out everywhere. The next login, by password, sets up another one.',
  ],
  'app-added': [
    'An authenticator app was added to your account',
    'Its codes sign you in together with your password.',
  ],
  'app-removed': [
    'An authenticator app was removed from your account',
    'Its codes do not sign you in any more.',
  ],
  'passkey-added': ['A passkey was added to your account', 'It signs you in together with your password.'],
  'passkey-removed': ['A passkey was removed from your account', 'It does not sign you in any more.'],
  'codes-renewed': ['Your recovery codes were renewed', 'The ones that you had do not work any more.'],
} as const;

/** Notifies an operator of a change of their second factor (docs/product/accounts.md#second-factor). */
export const secondFactorChanged = toPerson<'second-factor-changed'>(
  async (ctx, { at, change }, recipient) => {
    const [what, then] = SECOND_FACTOR[change];
    return {
      subject: `${what} for ${STUDIO_NAME}`,
      preview: 'Was this not you? Then choose a new password at once.',
      heading: what,
      parts: [
        greeting(recipient),
        { text: `${what} on ${inZone(Temporal.Instant.from(at), recipient.zone)}. ${then}` },
        {
          text: 'Was this you? Then all is well. If not, choose a new password at once and tell who runs the studio with you.',
        },
        { button: 'Choose a new password', url: linkTo(ctx.settings, recipient.front, '/reset-password') },
        { note: `Our support: ${ctx.settings.supportEmail}` },
      ],
    };
  },
);

/** Three days before a trial without a card ends (docs/product/notifications.md#trial-reminder). */
export const trialEnds = toPerson<'trial-ends'>(async (ctx, { about, trial_ends_at }, recipient) => {
  const ends = await queries.trialEnd(ctx.db, about);
  if (ends === undefined || ends.toString() !== trial_ends_at) return null;
  if (Temporal.Instant.compare(ends, ctx.now) <= 0) return null;
  return {
    subject: `Your trial ends on ${inZone(ends, recipient.zone)}`,
    preview: 'Use your trial credit before then.',
    heading: 'Your trial ends soon',
    parts: [
      greeting(recipient),
      {
        text: `Your free trial ends on ${inZone(ends, recipient.zone)}. A trial credit that is left ends with it, so book your session before then.`,
      },
      { button: 'Find a musician', url: linkTo(ctx.settings, recipient.front, landingPath(recipient.role)) },
      { note: 'You pay nothing: no card is charged when the trial ends.' },
    ],
  };
});
