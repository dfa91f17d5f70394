import { formatDay, formatTime } from '#shared/lib/time.ts';
import { oneLine } from '#shared/lib/text.ts';
import { displayName, spanInZone } from '../../mail/templates/mail-content.ts';
import * as queries from '../queries-mails.ts';
import type { Mailer } from './mailer.ts';
import { linkTo, recipientOf, WANTS_ALL, type Template } from './recipient.ts';
import { programCommand } from '../../lib/program-command.ts';

/** The most sessions that a mail lists. */
const LISTED = 10;

/** Another calendar is busy during booked sessions, to the musician (docs/product/other-calendars.md#conflicts). */
export const calendarConflict: Template<'calendar-conflict'> = async (ctx, { about, found_at }) => {
  const person = await queries.personForMail(ctx.db, about);
  if (person === undefined) return null;
  const recipient = recipientOf(person);
  const { zone, front } = recipient;
  const write = async () => {
    const conflicts = await queries.conflictsForMail(ctx.db, { about, found_at, now: ctx.now });
    const [first] = conflicts;
    if (first === undefined) return null;
    const when = `${formatDay(first.starts_at, zone)} at ${formatTime(first.starts_at, zone)}`;
    const rest = conflicts.length - LISTED;
    return {
      subject: `Another calendar of yours is busy during a session: ${when}`,
      preview: 'The session stays as it is.',
      heading: 'You are busy during a session',
      parts: [
        { text: `Hi ${displayName(person.name)},` },
        {
          text: 'Another calendar of yours is busy while you have a session. The session stays as it is. If you cannot make it, please tell us soon.',
        },
        {
          facts: conflicts
            .slice(0, LISTED)
            .flatMap((one) => [
              [
                `Session with ${displayName(one.client_name)}`,
                spanInZone(one.starts_at, one.ends_at, zone),
              ] as const,
              [displayName(one.calendar), spanInZone(one.busy_from, one.busy_until, zone)] as const,
            ]),
        },
        ...(rest > 0 ? [{ text: `And ${rest} more.` }] : []),
        { button: 'Open the session', url: linkTo(ctx.settings, front, `/sessions/${first.session_id}`) },
      ],
    };
  };
  return { recipient, write };
};

const inUtc = (at: Temporal.Instant): string =>
  at.toString({ smallestUnit: 'minute' }).replace('T', ' ').replace('Z', ' UTC');

/** The same to the studio's support; not what the calendar is called, which is the musician's own. */
export const conflictForSupport: Mailer<'calendar-conflict-support'> = async (ctx, { about, found_at }) => {
  const recipient = {
    email: ctx.settings.supportEmail,
    name: '',
    zone: 'UTC',
    role: 'operator',
    front: 'operator',
    personId: null,
    wants: WANTS_ALL,
    token: '',
  } as const;
  const write = async () => {
    const conflicts = await queries.conflictsForMail(ctx.db, { about, found_at, now: ctx.now });
    const musician = await queries.personForMail(ctx.db, about);
    if (conflicts.length === 0 || musician === undefined) return null;
    const name = oneLine(musician.name);
    return {
      subject: `${name} is busy elsewhere during a session`,
      text: [
        `Another calendar of ${name} (${musician.email}) is busy during these sessions, which stay as they are:`,
        '',
        ...conflicts.flatMap((one) => [
          `Session ${one.session_id} with ${oneLine(one.client_name)}: ${inUtc(one.starts_at)} to ${inUtc(one.ends_at)}`,
          `  busy from ${inUtc(one.busy_from)} to ${inUtc(one.busy_until)}`,
        ]),
        '',
        `The musician was told. \`${programCommand('studio', 'sessions move')}\` and \`sessions cancel\` change a session.`,
        '',
      ].join('\n'),
    };
  };
  return { recipient, write };
};
