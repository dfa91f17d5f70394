import { OFFER_MINUTES } from '#shared/booking/rules-waiting.ts';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import { displayName, forSubject, inZone, spanInZone } from '../../mail/templates/mail-content.ts';
import { offerForMail, personForMail } from '../queries-mails.ts';
import { linkTo, recipientOf, type Template } from './recipient.ts';

/** A time is offered to somebody who waits (docs/product/waiting-list.md#an-offer); not once the offer is over. */
export const slotOffered: Template<'slot-offered'> = async (ctx, { about }) => {
  const offer = await offerForMail(ctx.db, about, ctx.now);
  const person = offer && (await personForMail(ctx.db, offer.person_id));
  if (offer === undefined || person === undefined) return null;
  const recipient = recipientOf(person);
  const { front, zone } = recipient;
  const { starts_at, ends_at, expires_at } = offer;
  const musician = displayName(offer.musician_name);
  const day = `${formatDay(starts_at, zone)} at ${formatTime(starts_at, zone)}`;
  const content = {
    subject: `${forSubject(musician)} is free: ${day}`,
    preview: `Kept for you until ${formatTime(expires_at, zone)}.`,
    heading: `${musician} is free`,
    parts: [
      { text: `You asked us to tell you. This time is kept for you for ${OFFER_MINUTES} minutes.` },
      {
        facts: [
          ['When', spanInZone(starts_at, ends_at, zone)],
          ['Service', offer.service],
          ['Kept until', inZone(expires_at, zone)],
        ] as const,
      },
      { button: 'Book this time', url: linkTo(ctx.settings, front, '/sessions', { offered: about }) },
      {
        note: 'If you do not want it, say so there, and the next in line can have it. You stay in line for other times.',
      },
    ],
  };
  return { recipient, write: () => Promise.resolve(content) };
};
