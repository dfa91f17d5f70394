import { landingOf } from '../../../shared/accounts/rules.ts';
import { STUDIO_NAME } from '../../content/service.ts';
import { mintLink } from '../mint-link.ts';
import * as queries from '../queries-mails.ts';
import { inZone, spokenName, type Letter } from './letter.ts';
import { linkTo, personReader, type Outgoing, type Reader, type Template } from './reader.ts';

/** A mail about an account: its reader is the person that it is about. */
const toPerson = (letter: Template['letter']): Template => ({
  reader: (ctx, { about }) => personReader(ctx, about),
  letter,
});

const greeting = ({ name }: Reader) => ({ say: `Hi ${spokenName(name)},` });
const PROVIDERS: Readonly<Record<string, string>> = { google: 'Google', facebook: 'Facebook' };
const NOT_YOU = 'Was this not you? Then you need not do anything: without the link nothing changes.';

/** A new account: welcome, or a place on the waiting list (decisions 1). */
export const welcome = toPerson(async (ctx, { about }, reader): Promise<Letter | null> => {
  const person = await queries.personForMail(ctx.db, about);
  if (person === undefined) return null;
  if (person.waitlisted) {
    return {
      subject: `You are on the waiting list of ${STUDIO_NAME}`,
      preview: 'We will write to you as soon as there is a place.',
      heading: 'You are on the list',
      parts: [
        greeting(reader),
        {
          say: `Thank you for signing up. ${STUDIO_NAME} is full at the moment. We have kept your place and will write to you as soon as there is room.`,
        },
        { say: 'There is nothing else for you to do.' },
      ],
    };
  }
  return {
    subject: `Welcome to ${STUDIO_NAME}`,
    preview: 'Your account is ready. Find a musician and book your first session.',
    heading: `Welcome to ${STUDIO_NAME}`,
    parts: [
      greeting(reader),
      {
        say: 'Your account is ready. Choose a musician, take a time that suits you, send your files, and hear your song grow.',
      },
      { button: 'Find a musician', url: linkTo(ctx.settings, reader.front, landingOf(reader.role)) },
    ],
  };
});

/** Let in from the waiting list by the operator. */
export const admitted = toPerson(async (ctx, _mail, reader): Promise<Letter> => ({
  subject: `There is a place for you at ${STUDIO_NAME}`,
  preview: 'Your account is open. Sign in and have a look around.',
  heading: 'Come in',
  parts: [
    greeting(reader),
    { say: `Thank you for waiting. There is room for you now: your account at ${STUDIO_NAME} is open.` },
    { button: 'Sign in', url: linkTo(ctx.settings, reader.front, '/login') },
  ],
}));

/** The link to choose a new password; for an account that signs in elsewhere, how it does. */
export const resetPassword = toPerson(async (ctx, { about }, reader): Promise<Letter> => {
  const providers = (await queries.socialOnly(ctx.db, about)).map((name) => PROVIDERS[name] ?? name);
  if (providers.length > 0) {
    const names = providers.join(' or ');
    return {
      subject: `How you sign in to ${STUDIO_NAME}`,
      preview: `Your account signs in with ${names} and has no password here.`,
      heading: `You sign in with ${names}`,
      parts: [
        greeting(reader),
        {
          say: `Somebody, hopefully you, asked for a new password. Your account signs in with ${names}, so it has no password here.`,
        },
        { button: 'Go to the login', url: linkTo(ctx.settings, reader.front, '/login') },
        { note: 'Was this not you? Then you need not do anything.' },
      ],
    };
  }
  const token = await mintLink(ctx, about, 'reset_password');
  return {
    subject: `Choose a new password for ${STUDIO_NAME}`,
    preview: 'This link works once, for 24 hours.',
    heading: 'Choose a new password',
    parts: [
      greeting(reader),
      { say: 'Somebody, hopefully you, asked for a new password. This link works once, for 24 hours.' },
      {
        button: 'Choose a new password',
        url: linkTo(ctx.settings, reader.front, `/password/validate/${token}`),
      },
      { note: NOT_YOU },
    ],
  };
});

/** The link that signs in once; `detail` is the path to go on to. */
export const signInLink = toPerson(async (ctx, { about, detail }: Outgoing, reader): Promise<Letter> => {
  const link = await mintLink(ctx, about, 'sign_in');
  const query = detail === undefined ? { link } : { link, next: detail };
  return {
    subject: `Your link to sign in to ${STUDIO_NAME}`,
    preview: 'This link works once, for 15 minutes.',
    heading: 'Sign in by this link',
    parts: [
      greeting(reader),
      { say: 'This link signs you in. It works once, for 15 minutes.' },
      { button: 'Sign in', url: linkTo(ctx.settings, reader.front, '/enter', query) },
      { note: NOT_YOU },
    ],
  };
});

const WORK: Readonly<Record<Reader['role'], string>> = {
  partner: 'as a musician: your sessions, your calendar and your clients are there',
  managed: 'where your sessions, files and messages are',
  client: 'where your sessions, files and messages are',
  operator: 'to run it',
};

/** Whoever the operator made an account for chooses their password. */
export const choosePassword = toPerson(async (ctx, { about }, reader): Promise<Letter> => {
  const token = await mintLink(ctx, about, 'choose_password');
  return {
    subject: `Your account at ${STUDIO_NAME}: choose a password`,
    preview: 'An account is ready for you. This link works once, for 7 days.',
    heading: `Welcome to ${STUDIO_NAME}`,
    parts: [
      greeting(reader),
      {
        say: `The studio has made an account for you ${WORK[reader.role]}. Choose a password and you are in. This link works once, for 7 days.`,
      },
      {
        button: 'Choose a password',
        url: linkTo(ctx.settings, reader.front, `/password/validate/${token}`),
      },
      { note: 'Has it run out? Ask for a new one at the login, under "Forgot password?".' },
    ],
  };
});

/** A notice, so that nobody changes a password behind its owner's back. */
export const passwordChanged = toPerson(async (ctx, { at }, reader): Promise<Letter> => ({
  subject: `Your password for ${STUDIO_NAME} was changed`,
  preview: 'Was this not you? Then choose a new one at once.',
  heading: 'Your password was changed',
  parts: [
    greeting(reader),
    {
      say: `The password of your account was changed on ${inZone(Temporal.Instant.from(at), reader.zone)}. You were signed out everywhere else.`,
    },
    { say: 'Was this you? Then all is well. If not, choose a new password at once and write to us.' },
    { button: 'Choose a new password', url: linkTo(ctx.settings, reader.front, '/reset-password') },
    { note: `Our support: ${ctx.settings.supportEmail}` },
  ],
}));

/** Three days before a trial without a card ends (decisions 10). `detail` is when it ends. */
export const trialEnds = toPerson(async (ctx, { about, detail = '' }, reader): Promise<Letter | null> => {
  const ends = await queries.trialEnd(ctx.db, about);
  if (ends === undefined || ends.toString() !== detail) return null;
  if (Temporal.Instant.compare(ends, ctx.now) <= 0) return null;
  return {
    subject: `Your trial ends on ${inZone(ends, reader.zone)}`,
    preview: 'Use your trial credit before then.',
    heading: 'Your trial ends soon',
    parts: [
      greeting(reader),
      {
        say: `Your free trial ends on ${inZone(ends, reader.zone)}. A trial credit that is left ends with it, so book your session before then.`,
      },
      { button: 'Find a musician', url: linkTo(ctx.settings, reader.front, landingOf(reader.role)) },
      { note: 'You pay nothing: no card is charged when the trial ends.' },
    ],
  };
});
