import { formatDay, formatTime } from '../../../shared/lib/time.ts';
import { feedbackNotes } from '../queries-mails.ts';
import { inSubject, inZone, spanInZone, type Letter, type Part } from './letter.ts';
import type { Reader } from './reader.ts';
import { aboutSession, calendarOf, factsOf, isToCome, livestreamOf, type Told } from './session.ts';

/** "Tue 24 Nov 26 at 14:00", for subjects. */
const shortly = ({ session }: Told, { zone }: Reader): string =>
  `${formatDay(session.starts_at, zone)} at ${formatTime(session.starts_at, zone)}`;

const credits = (n: number): string => `${n} credit${n === 1 ? '' : 's'}`;

/** What the client is to send, and until when; nothing where the service needs no files. */
function filesWanted({ session, isPartner, other }: Told, { zone }: Reader): Part[] {
  if (isPartner || session.files_due_at === null) return [];
  return [
    { say: `Please send your files by ${inZone(session.files_due_at, zone)}, so that ${other} can prepare.` },
  ];
}

/** Booked: to both sides, with the calendar's invitation. */
export const sessionBooked = aboutSession((told, ctx, _mail, reader): Letter | null => {
  const { session, isPartner, other, what } = told;
  if (!isToCome(told, ctx.now)) return null;
  const opening = session.opening ?? '';
  return {
    subject: isPartner
      ? `New booking: ${what}, ${shortly(told, reader)}`
      : `Booked: ${what}, ${shortly(told, reader)}`,
    preview: told.when,
    heading: isPartner ? `${other} has booked you` : 'Your session is booked',
    parts: [
      factsOf(told, isPartner ? [] : [['Paid', credits(session.price)]]),
      ...filesWanted(told, reader),
      ...(isPartner && opening !== '' ? [{ say: `${other} writes:` }, { quote: opening }] : []),
      { button: 'Open the session', url: told.url() },
      { note: 'The calendar file in this mail puts it into your calendar, and follows when it changes.' },
    ],
    calendar: calendarOf(told, ctx, reader),
  };
});

/** Moved to another time; `detail` is the instant at which it was to start before. */
export const sessionMoved = aboutSession((told, ctx, { detail }, reader): Letter | null => {
  const { session, other, isPartner, what } = told;
  if (!isToCome(told, ctx.now)) return null;
  const before = detail === undefined ? null : Temporal.Instant.from(detail);
  const length = session.ends_at.since(session.starts_at);
  const was = before === null ? null : spanInZone(before, before.add(length), reader.zone);
  return {
    subject: `Moved: ${what} is now on ${shortly(told, reader)}`,
    preview: told.when,
    heading: isPartner ? `${other} has moved the session` : 'Your session has a new time',
    parts: [
      factsOf(told, [], was),
      ...filesWanted(told, reader),
      { button: 'Open the session', url: told.url() },
      { note: 'The calendar file in this mail moves the entry in your calendar.' },
    ],
    calendar: calendarOf(told, ctx, reader),
  };
});

const attendanceInWords = ({ session: { attendance }, isPartner }: Told): string => {
  if (isPartner) return attendance === true ? 'The client attends' : 'The client does not attend';
  return attendance === true ? 'You attend' : 'You do not attend';
};

/** Its details were changed; `detail` is the calendar's count then: a later change has a mail of its own. */
export const sessionEdited = aboutSession((told, ctx, { detail }, reader): Letter | null => {
  const { session, isPartner, other, what } = told;
  if (!isToCome(told, ctx.now) || session.calendar_sequence > Number(detail)) return null;
  return {
    subject: `Changed: the details of ${what}, ${shortly(told, reader)}`,
    preview: `The time stays: ${told.when}`,
    heading: isPartner ? `${other} has changed the details` : 'The details of your session have changed',
    parts: [
      { say: "The time stays as it was. The new details are on the session's page." },
      factsOf(told, [['Livestream', attendanceInWords(told)]]),
      { button: 'Open the session', url: told.url() },
      { note: 'The calendar file in this mail brings the entry in your calendar up to date.' },
    ],
    calendar: calendarOf(told, ctx, reader),
  };
});

/** Cancelled: to both sides; the calendar's entry goes. */
export const sessionCancelled = aboutSession((told, ctx, _mail, reader): Letter | null => {
  const { session, isPartner, other, what } = told;
  if (session.phase !== 'cancelled') return null;
  const byClient = session.cancelled_by === session.client_id;
  const refunded = session.refunded ?? 0;
  const money =
    refunded > 0
      ? `${credits(refunded)} came back to your balance.`
      : 'No credits came back for this session.';
  const who = !byClient
    ? 'The studio has cancelled this session.'
    : isPartner
      ? `${other} has cancelled this session.`
      : 'You have cancelled this session.';
  return {
    subject: `Cancelled: ${what}, ${shortly(told, reader)}`,
    preview: who,
    heading: 'This session is cancelled',
    parts: [
      { say: isPartner ? `${who} The time is free again.` : `${who} ${money}` },
      factsOf(told),
      { button: 'Open the session', url: told.url() },
      { note: 'The calendar file in this mail takes the entry out of your calendar.' },
    ],
    calendar: calendarOf(told, ctx, reader, 'CANCEL'),
  };
});

/**
 * 24 hours or one hour before. `detail` is the start that it is about: the reminder of a time that the session has no
 * longer stays away.
 */
export const sessionReminder = aboutSession((told, ctx, { detail }, reader): Letter | null => {
  const { session, what } = told;
  const { starts_at } = session;
  if (!isToCome(told, ctx.now) || starts_at.toString() !== detail) return null;
  if (Temporal.Instant.compare(starts_at, ctx.now) <= 0) return null;
  const minutes = starts_at.since(ctx.now).total('minutes');
  const join = livestreamOf(told, ctx.now);
  const late = !told.isPartner && session.status === 'client_files_upload_required';
  return {
    subject: `Reminder: ${what}, ${shortly(told, reader)}`,
    preview: told.when,
    heading: minutes <= 90 ? 'Your session starts soon' : 'Your session is coming up',
    parts: [
      factsOf(told),
      ...(late ? [{ say: `${told.other} has no files from you yet. Please send them now.` }] : []),
      ...(join === null ? [] : [{ say: `Join the livestream here: ${join}` }]),
      { button: 'Open the session', url: told.url() },
    ],
  };
});

/** Files are still missing; `detail` is the deadline that it is about. */
export const filesDue = aboutSession((told, ctx, { detail }, reader): Letter | null => {
  const { session, other, what } = told;
  const due = session.files_due_at;
  const wanted = /^client_files_(upload|update)_required$/.test(session.status);
  if (!isToCome(told, ctx.now) || !wanted || due === null || due.toString() !== detail) return null;
  if (Temporal.Instant.compare(due, ctx.now) <= 0) return null;
  const asked = session.status === 'client_files_update_required';
  return {
    subject: `Files due: ${what}, by ${formatDay(due, reader.zone)} at ${formatTime(due, reader.zone)}`,
    preview: `Please send them by ${inZone(due, reader.zone)}.`,
    heading: asked ? `${other} waits for your new files` : `${other} waits for your files`,
    parts: [
      { say: `Please send them by ${inZone(due, reader.zone)}, so that ${other} can prepare.` },
      factsOf(told),
      { button: 'Send files', url: told.url('files-management') },
    ],
  };
});

/** The musician asks for files again; `detail` is the feedback that says what is missing. */
export const filesRequested = aboutSession(async (told, ctx, { detail }): Promise<Letter | null> => {
  const { session, other } = told;
  if (!isToCome(told, ctx.now) || session.status !== 'client_files_update_required') return null;
  const notes = detail === undefined ? null : await feedbackNotes(ctx.db, detail);
  return {
    subject: `${inSubject(other)} asks for your files again: ${inSubject(session.title ?? session.service)}`,
    preview: 'Something is missing or needs a change before the session.',
    heading: `${other} asks for your files again`,
    parts: [
      { say: 'Something is missing or needs a change before the session. Please upload your files again.' },
      ...(notes === null ? [] : [{ quote: notes }]),
      factsOf(told),
      { button: 'Send files', url: told.url('files-management') },
    ],
  };
});

/** The musician has all that is needed. */
export const readyToGo = aboutSession((told, ctx): Letter | null => {
  const { session, other, what } = told;
  if (!isToCome(told, ctx.now) || session.status !== 'partner_ready_to_go') return null;
  return {
    subject: `Ready to go: ${what}`,
    preview: `${other} has looked at everything. ${told.when}`,
    heading: 'All set for your session',
    parts: [
      { say: `${other} has looked at everything and is ready.` },
      factsOf(told),
      { button: 'Open the session', url: told.url() },
    ],
  };
});
