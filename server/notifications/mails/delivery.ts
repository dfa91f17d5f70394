import { downloadVisibility } from '../../../shared/files/rules.ts';
import { entitlements } from '../../billing/service.ts';
import { limitations } from '../../content/service.ts';
import { inZone, type Letter } from './letter.ts';
import { aboutSession, factsOf, isToCome } from './session.ts';

/** The client's files are in, for the musician to look at: the first ones, those asked for again, and further ones. */
export const filesSent = aboutSession((told, ctx): Letter | null => {
  const { session, other, what } = told;
  if (!isToCome(told, ctx.now) || session.status !== 'client_files_pending_review') return null;
  return {
    subject: `Files to review: ${what}`,
    preview: `${other} has sent files. ${told.when}`,
    heading: `${other} has sent files`,
    parts: [
      { say: 'Please look at them, and say that you are ready to go or what is missing.' },
      factsOf(told),
      { button: 'Review the files', url: told.url('files-management') },
    ],
  };
});

/** The session files are there; whoever has limitations may have to wait for the download (part 2 section 4). */
export const deliverablesReady = aboutSession(async (told, ctx, _mail, reader): Promise<Letter | null> => {
  const { session, other, what } = told;
  if (session.status !== 'partner_deliverables_ready') return null;
  const entitled = await entitlements(ctx.db, session.client_id, ctx.now);
  const { state, until } = downloadVisibility({
    status: session.status,
    hasLimitations: entitled.has_limitations,
    start: session.starts_at,
    membershipEnd: entitled.ended_at,
    limitations: await limitations(ctx),
    now: ctx.now,
  });
  if (state === 'expired') return null;
  const waits = state === 'processing' && until !== null;
  const limit = until === null ? '' : ` They can be downloaded until ${inZone(until, reader.zone)}.`;
  return {
    subject: `Your session files are here: ${what}`,
    preview: `${other} has delivered.`,
    heading: 'Your session files are here',
    parts: [
      {
        say: waits
          ? `${other} has delivered. You can download the files from ${inZone(until, reader.zone)} on.`
          : `${other} has delivered.${limit}`,
      },
      factsOf(told),
      { button: waits ? 'Open the session' : 'Download your files', url: told.url('files-management') },
    ],
  };
});
