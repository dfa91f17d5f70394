import { isDeliveryLate } from '#shared/sessions/rules-delivery.ts';
import { deliveryDueAt } from '#shared/sessions/rules-terms.ts';
import { downloadVisibility } from '#shared/sessions/rules-download.ts';
import { downloadTerms } from '../../sessions/service.ts';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import { forSubject, inZone } from '../../mail/templates/mail-content.ts';
import { feedbackNotes } from '../queries-mails.ts';
import { aboutSession, factsOf, isUpcoming } from './session-context.ts';

/** The client's files are in, for the musician to review (docs/product/notifications.md#news-of-a-session). */
export const filesSent = aboutSession<'files-sent'>((context) => {
  const { session, other, what } = context;
  if (!isUpcoming(context) || session.status !== 'client_files_pending_review') return null;
  return {
    subject: `Files to review: ${what}`,
    preview: `${other} has sent files. ${context.when}`,
    heading: `${other} has sent files`,
    parts: [
      { text: 'Please look at them, and say that you are ready to go or what is missing.' },
      factsOf(context),
      { button: 'Review the files', url: context.url('files-management') },
    ],
  };
});

/**
 * Files are missing; sent only while the deadline is that in the queued mail
 * (docs/product/notifications.md#files-reminder).
 */
export const filesDue = aboutSession<'files-due'>((context, mail) => {
  const { session, other, what, recipient, ctx } = context;
  const due = session.files_due_at;
  const isWaiting = /^client_files_(upload|update)_required$/.test(session.status);
  if (!isUpcoming(context) || !isWaiting || due === null || due.toString() !== mail.files_due_at) return null;
  if (Temporal.Instant.compare(due, ctx.now) <= 0) return null;
  const isUpdate = session.status === 'client_files_update_required';
  return {
    subject: `Files due: ${what}, by ${formatDay(due, recipient.zone)} at ${formatTime(due, recipient.zone)}`,
    preview: `Please send them by ${inZone(due, recipient.zone)}.`,
    heading: isUpdate ? `${other} waits for your new files` : `${other} waits for your files`,
    parts: [
      { text: `Please send them by ${inZone(due, recipient.zone)}, so that ${other} can prepare.` },
      factsOf(context),
      { button: 'Send files', url: context.url('files-management') },
    ],
  };
});

/** The musician requests files again; the feedback says what is missing. */
export const filesRequested = aboutSession<'files-requested'>(async (context, { feedback_id }) => {
  const { session, other } = context;
  if (!isUpcoming(context) || session.status !== 'client_files_update_required') return null;
  const notes = feedback_id === undefined ? null : await feedbackNotes(context.ctx.db, feedback_id);
  return {
    subject: `${forSubject(other)} asks for your files again: ${forSubject(session.title ?? session.service)}`,
    preview: 'Something is missing or needs a change before the session.',
    heading: `${other} asks for your files again`,
    parts: [
      { text: 'Something is missing or needs a change before the session. Please upload your files again.' },
      ...(notes === null ? [] : [{ quote: notes }]),
      factsOf(context),
      { button: 'Send files', url: context.url('files-management') },
    ],
  };
});

/** The session files are there; with limitations one may have to wait (docs/product/files.md#download-limits). */
export const deliverablesReady = aboutSession<'deliverables-ready'>(async (context) => {
  const { session, other, what, recipient, ctx } = context;
  if (session.status !== 'partner_deliverables_ready') return null;
  const { state, until } = downloadVisibility({
    ...(await downloadTerms(ctx.db, session.client_id, ctx.now)),
    status: session.status,
    start: session.starts_at,
    now: ctx.now,
  });
  if (state === 'expired') return null;
  const waits = state === 'processing' && until !== null;
  const limit = until === null ? '' : ` They can be downloaded until ${inZone(until, recipient.zone)}.`;
  return {
    subject: `Your session files are here: ${what}`,
    preview: `${other} has delivered.`,
    heading: 'Your session files are here',
    parts: [
      {
        text: waits
          ? `${other} has delivered. You can download the files from ${inZone(until, recipient.zone)} on.`
          : `${other} has delivered.${limit}`,
      },
      factsOf(context),
      { button: waits ? 'Open the session' : 'Download your files', url: context.url('files-management') },
    ],
  };
});

/** Session files are late, for the musician; stays away once they are delivered (docs/product/notifications.md#late-delivery). */
export const deliveryLate = aboutSession<'delivery-late'>((context, mail) => {
  const { session, other, what, recipient, ctx } = context;
  const due = deliveryDueAt(session, session.ends_at);
  if (due.toString() !== mail.due_at || !isDeliveryLate({ ...session, due }, ctx.now)) return null;
  return {
    subject: `Session files are late: ${what}`,
    preview: `${other} is waiting for them.`,
    heading: 'Your session files are late',
    parts: [
      {
        text: `They were due by ${inZone(due, recipient.zone)}. Please upload them now, or close the session if there is nothing to deliver.`,
      },
      factsOf(context),
      { button: 'Upload the files', url: context.url('files-management') },
    ],
  };
});
