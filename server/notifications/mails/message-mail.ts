import type { Ctx } from '../../ctx/ctx.ts';
import { personForMail, unreadBetween } from '../queries-mails.ts';
import {
  excerpt,
  forSubject,
  displayName,
  displayTitle,
  type MailContent,
} from '../../mail/templates/mail-content.ts';
import { linkTo, recipientOf, type Recipient, type Template } from './recipient.ts';

/** Messages that a mail quotes; the rest is in the thread. */
const MAX_QUOTED = 5;

const countOf = (n: number): string => (n === 1 ? 'a message' : `${n} messages`);

type Unread = Awaited<ReturnType<typeof unreadBetween>>;

/** One mail for a burst of unread messages (docs/product/notifications.md#unread-messages). */
export const newMessage: Template<'new-message'> = async (ctx, { about, last_id }) => {
  const unread = await unreadBetween(ctx.db, about, last_id);
  const [first] = unread;
  const person = first && (await personForMail(ctx.db, first.reader_id));
  if (first === undefined || person === undefined) return null;
  const recipient = recipientOf(person);
  return { recipient, write: () => Promise.resolve(contentOf(ctx, recipient, first, unread)) };
};

function contentOf(ctx: Ctx, { front }: Recipient, first: Unread[number], unread: Unread): MailContent {
  const author = displayName(first.author_name);
  const shown = unread.slice(0, MAX_QUOTED);
  const more = unread.length - shown.length;
  const title = first.title === null ? `session #${first.session_id}` : displayTitle(first.title);
  return {
    subject: `${forSubject(author)} wrote you ${countOf(unread.length)}: ${forSubject(title)}`,
    preview: excerpt(first.body),
    heading: `${author} wrote you ${countOf(unread.length)}`,
    parts: [
      ...shown.map(({ body }) => ({ quote: body })),
      ...(more > 0 ? [{ text: `And ${more} more.` }] : []),
      {
        facts: [
          ['Session', first.title === null ? `#${first.session_id}` : `${title} (#${first.session_id})`],
        ],
      },
      {
        button: 'Read and answer',
        url: linkTo(ctx.settings, front, `/sessions/${first.session_id}/messages`),
      },
      { note: 'An answer to this mail does not reach them: please answer in the conversation.' },
    ],
  };
}
