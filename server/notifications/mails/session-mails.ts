import { formatDay, formatTime } from '#shared/lib/time.ts';
import { ratingOf } from '../queries-mails.ts';
import { inZone, spanInZone, type Part } from '../../mail/templates/mail-content.ts';
import {
  aboutSession,
  calendarOf,
  factsOf,
  isUpcoming,
  livestreamOf,
  type SessionContext,
} from './session-context.ts';

/** "Tue 24 Nov 26 at 14:00", for subjects. */
const shortTime = ({ session, recipient: { zone } }: SessionContext): string =>
  `${formatDay(session.starts_at, zone)} at ${formatTime(session.starts_at, zone)}`;

const credits = (n: number): string => `${n} credit${n === 1 ? '' : 's'}`;

/** Until when the client sends files; nothing for the musician or where none are needed. */
function filesDeadline({ session, isPartner, other, recipient: { zone } }: SessionContext): Part[] {
  if (isPartner || session.files_due_at === null) return [];
  return [
    {
      text: `Please send your files by ${inZone(session.files_due_at, zone)}, so that ${other} can prepare.`,
    },
  ];
}

/** The client has rated the session, for the musician; as it stands when it is sent. */
export const ratingReceived = aboutSession<'rating-received'>(async (context) => {
  const { session, other, what, ctx } = context;
  const rating = session.phase === 'booked' ? await ratingOf(ctx.db, session.id) : undefined;
  if (rating === undefined) return null;
  const stars = `${rating.stars} star${rating.stars === 1 ? '' : 's'}`;
  return {
    subject: `${stars} for your session: ${what}`,
    preview: `${other} has rated your session.`,
    heading: `${other} gave you ${stars}`,
    parts: [
      { text: `${other} has rated your session with ${rating.stars} of 5 stars.` },
      ...(rating.comment === null ? [] : [{ quote: rating.comment }]),
      factsOf(context),
      { button: 'Open the session', url: context.url() },
    ],
  };
});

/** Booked, with the calendar's invitation. */
export const sessionBooked = aboutSession<'session-booked'>((context) => {
  const { session, isPartner, paysCredits, other, what } = context;
  if (!isUpcoming(context)) return null;
  const opening = session.opening ?? '';
  return {
    subject: isPartner
      ? `New booking: ${what}, ${shortTime(context)}`
      : `Booked: ${what}, ${shortTime(context)}`,
    preview: context.when,
    heading: isPartner ? `${other} has booked you` : 'Your session is booked',
    parts: [
      factsOf(context, paysCredits ? [['Paid', credits(session.price)]] : []),
      ...filesDeadline(context),
      ...(isPartner && opening !== '' ? [{ text: `${other} writes:` }, { quote: opening }] : []),
      { button: 'Open the session', url: context.url() },
      { note: 'The calendar file in this mail puts it into your calendar, and follows when it changes.' },
    ],
    calendar: calendarOf(context),
  };
});

/** The session's time by the start that the recipient knows (ISO 8601); null where it is the session's own. */
function knownTime(
  { session, recipient: { zone } }: SessionContext,
  known: string | undefined,
): string | null {
  const { starts_at, ends_at } = session;
  const before = known === undefined ? starts_at : Temporal.Instant.from(known);
  if (before.equals(starts_at)) return null;
  return spanInZone(before, before.add(ends_at.since(starts_at)), zone);
}

const attendanceLabel = ({ session: { attendance }, isPartner }: SessionContext): string => {
  if (isPartner) return attendance === true ? 'The client attends' : 'The client does not attend';
  return attendance === true ? 'You attend' : 'You do not attend';
};

/** Who has moved the session, in the recipient's words. */
function movedHeading({ session, isPartner, other }: SessionContext): string {
  const byStudio = session.moved_by !== null && session.moved_by !== session.client_id;
  if (byStudio) return 'The studio has moved this session';
  return isPartner ? `${other} has moved the session` : 'Your session has a new time';
}

/** Moved to another time; its details may have changed as well. */
export const sessionMoved = aboutSession<'session-moved'>((context, { known_start }) => {
  if (!isUpcoming(context)) return null;
  return {
    subject: `Moved: ${context.what} is now on ${shortTime(context)}`,
    preview: context.when,
    heading: movedHeading(context),
    parts: [
      factsOf(context, [['Livestream', attendanceLabel(context)]], knownTime(context, known_start)),
      ...filesDeadline(context),
      { button: 'Open the session', url: context.url() },
      { note: 'The calendar file in this mail moves the entry in your calendar.' },
    ],
    calendar: calendarOf(context),
  };
});

/** Its details were changed; a later change has a mail of its own. */
export const sessionEdited = aboutSession<'session-edited'>((context, { calendar_sequence }) => {
  const { session, isPartner, other, what } = context;
  if (!isUpcoming(context) || session.calendar_sequence > calendar_sequence) return null;
  return {
    subject: `Changed: the details of ${what}, ${shortTime(context)}`,
    preview: `The time stays: ${context.when}`,
    heading: isPartner ? `${other} has changed the details` : 'The details of your session have changed',
    parts: [
      { text: "The time stays as it was. The new details are on the session's page." },
      factsOf(context, [['Livestream', attendanceLabel(context)]]),
      { button: 'Open the session', url: context.url() },
      { note: 'The calendar file in this mail brings the entry in your calendar up to date.' },
    ],
    calendar: calendarOf(context),
  };
});

/** Cancelled; removes the calendar's entry. */
export const sessionCancelled = aboutSession<'session-cancelled'>((context, { known_start }) => {
  const { session, isPartner, paysCredits, other, what } = context;
  if (session.phase !== 'cancelled') return null;
  const byClient = session.cancelled_by === session.client_id;
  const refunded = session.refunded ?? 0;
  const money = !paysCredits
    ? ''
    : refunded > 0
      ? ` ${credits(refunded)} came back to your balance.`
      : ' No credits came back for this session.';
  const who = !byClient
    ? 'The studio has cancelled this session.'
    : isPartner
      ? `${other} has cancelled this session.`
      : 'You have cancelled this session.';
  return {
    subject: `Cancelled: ${what}, ${shortTime(context)}`,
    preview: who,
    heading: 'This session is cancelled',
    parts: [
      { text: isPartner ? `${who} The time is free again.` : `${who}${money}` },
      factsOf(context, [], knownTime(context, known_start)),
      { button: 'Open the session', url: context.url() },
      { note: 'The calendar file in this mail takes the entry out of your calendar.' },
    ],
    calendar: calendarOf(context, 'CANCEL'),
  };
});

/** Sent only while the start is the one in the queued mail (docs/product/notifications.md#reminders). */
export const sessionReminder = aboutSession<'session-reminder'>((context, mail) => {
  const { session, what } = context;
  const { starts_at } = session;
  if (!isUpcoming(context) || starts_at.toString() !== mail.starts_at) return null;
  const { now } = context.ctx;
  if (Temporal.Instant.compare(starts_at, now) <= 0) return null;
  const minutes = starts_at.since(now).total('minutes');
  const join = livestreamOf(context);
  const late = !context.isPartner && session.status === 'client_files_upload_required';
  return {
    subject: `Reminder: ${what}, ${shortTime(context)}`,
    preview: context.when,
    heading: minutes <= 90 ? 'Your session starts soon' : 'Your session is coming up',
    parts: [
      factsOf(context),
      ...(late ? [{ text: `${context.other} has no files from you yet. Please send them now.` }] : []),
      ...(join === null ? [] : [{ text: `Join the livestream here: ${join}` }]),
      { button: 'Open the session', url: context.url() },
    ],
  };
});

/** The musician has all that is needed. */
export const readyToGo = aboutSession<'ready-to-go'>((context) => {
  const { session, other, what } = context;
  if (!isUpcoming(context) || session.status !== 'partner_ready_to_go') return null;
  return {
    subject: `Ready to go: ${what}`,
    preview: `${other} has looked at everything. ${context.when}`,
    heading: 'All set for your session',
    parts: [
      { text: `${other} has looked at everything and is ready.` },
      factsOf(context),
      { button: 'Open the session', url: context.url() },
    ],
  };
});
