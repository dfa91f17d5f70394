import type { ReadFailure } from '#shared/calendar/rules-outside.ts';
import { READ_FAILURE_TEXTS } from '#shared/calendar/texts-outside.ts';
import { displayName, forSubject, inZone } from '../../mail/templates/mail-content.ts';
import { personForMail, unreadForMail } from '../queries-mails.ts';
import { linkTo, recipientOf, type Template } from './recipient.ts';

/**
 * Another calendar was not read for a day (docs/product/other-calendars.md#when-a-calendar-cannot-be-read); not once it
 * was read or removed.
 */
export const calendarUnread: Template<'calendar-unread'> = async (ctx, { about }) => {
  const calendar = await unreadForMail(ctx.db, about);
  const person = calendar && (await personForMail(ctx.db, calendar.musician_id));
  if (calendar === undefined || person === undefined) return null;
  const recipient = recipientOf(person);
  const content = {
    subject: `We cannot read your calendar ${forSubject(displayName(calendar.name))}`,
    preview: 'What we read last still counts.',
    heading: 'We cannot read your other calendar',
    parts: [
      { text: `Hi ${displayName(person.name)},` },
      {
        text: 'We have not been able to read another calendar of yours for a day. The busy times that we read last still count; new ones do not hide your free slots yet.',
      },
      {
        facts: [
          ['Calendar', displayName(calendar.name)],
          ['Last read', inZone(calendar.last_ok_at, recipient.zone)],
          ['Why', READ_FAILURE_TEXTS[calendar.failure as ReadFailure]],
        ] as const,
      },
      {
        text: 'We try again every few hours. If the address has changed, remove the calendar and add it again.',
      },
      { button: 'Open My Calendar', url: linkTo(ctx.settings, recipient.front, '/profile#calendar') },
    ],
  };
  return { recipient, write: () => Promise.resolve(content) };
};
