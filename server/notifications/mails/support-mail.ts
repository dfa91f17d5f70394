import { supportSubject } from '#shared/lib/support.ts';
import { oneLine } from '#shared/lib/text.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { Draft, Mailer } from './mailer.ts';
import { linkTo, studioSupport } from './recipient.ts';
import { feedbackWithSession } from '../queries.ts';

/** A request for support, to the studio's support (docs/product/notifications.md#support-mail). */
export const supportMail: Mailer<'support-requested'> = async (ctx, { about }) => ({
  recipient: studioSupport(ctx.settings),
  write: () => draft(ctx, about),
});

async function draft(ctx: Ctx, feedbackId: string): Promise<Draft | null> {
  const row = await feedbackWithSession(ctx.db, feedbackId);
  if (row === undefined) return null;
  const { session_id, author_email } = row;
  const author = oneLine(row.author_name);
  const title = oneLine(row.title ?? row.service);
  const front = row.author_role === 'partner' ? 'partners' : 'studio';
  const starts = row.starts_at.toString({ smallestUnit: 'minute' }).replace('T', ' ').replace('Z', ' UTC');
  return {
    replyTo: { name: author, address: author_email },
    subject: supportSubject(author, session_id),
    text: [
      `${author} (${row.author_role}, ${author_email}) asks for support with session ${session_id}.`,
      '',
      `Musician: ${oneLine(row.musician_name)}`,
      `Client: ${oneLine(row.client_name)}`,
      `Session: ${title} (${row.service}), ${starts}`,
      `Link: ${linkTo(ctx.settings, front, `/sessions/${session_id}`)}`,
      '',
      'What they wrote:',
      '',
      row.feedback_notes ?? '',
      '',
    ].join('\n'),
  };
}
