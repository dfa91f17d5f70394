import { oneLine } from '../../shared/lib/text.ts';
import type { Ctx } from '../lib/ctx.ts';
import type { Draft, Sending } from './mails/sending.ts';
import { linkTo } from './mails/reader.ts';
import { feedbackWithSession } from './queries.ts';

/** The studio's support reads who asks for help with which session, and answers to them (decisions 5 and 10). */
export const supportMail: Sending = {
  reader: async ({ settings }) => ({
    email: settings.supportEmail,
    name: '',
    zone: 'UTC',
    role: 'operator',
    front: 'operator',
    personId: null,
    wants: { booking: true, cancellation: true, files: true, marketing: true },
    token: '',
  }),
  write: (ctx, { about }) => write(ctx, about),
};

async function write(ctx: Ctx, feedbackId: string): Promise<Draft | null> {
  const row = await feedbackWithSession(ctx.db, feedbackId);
  if (row === undefined) return null;
  const { session_id, author_email } = row;
  const author = oneLine(row.author_name);
  const title = oneLine(row.title ?? row.service);
  const front = row.author_role === 'partner' ? 'partners' : 'studio';
  const starts = row.starts_at.toString({ smallestUnit: 'minute' }).replace('T', ' ').replace('Z', ' UTC');
  return {
    replyTo: { name: author, address: author_email },
    subject: `Session ${session_id}: ${author} asks for support`,
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
