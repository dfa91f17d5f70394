import { unreadBetween } from '../queries-mails.ts';
import { beginning, inSubject, spokenName, spokenTitle, type Letter } from './letter.ts';
import { linkTo, personReader, type Template } from './reader.ts';

/** What a mail quotes of a burst; the rest is in the conversation. */
const SHOWN = 5;

const words = (n: number): string => (n === 1 ? 'a message' : `${n} messages`);

/**
 * Messages that nobody has read for a while: one mail for all of a burst (decisions 10). It is about the first one,
 * `detail` is the last one; what was read meanwhile is left out.
 */
export const newMessage: Template = {
  async reader(ctx, { about, detail = about }) {
    const [first] = await unreadBetween(ctx.db, about, detail);
    return first === undefined ? null : personReader(ctx, first.reader_id);
  },
  async letter(ctx, { about, detail = about }, reader): Promise<Letter | null> {
    const unread = await unreadBetween(ctx.db, about, detail);
    const [first] = unread;
    if (first === undefined) return null;
    const author = spokenName(first.author_name);
    const shown = unread.slice(0, SHOWN);
    const more = unread.length - shown.length;
    const title = first.title === null ? `session #${first.session_id}` : spokenTitle(first.title);
    return {
      subject: `${inSubject(author)} wrote you ${words(unread.length)}: ${inSubject(title)}`,
      preview: beginning(first.body),
      heading: `${author} wrote you ${words(unread.length)}`,
      parts: [
        ...shown.map(({ body }) => ({ quote: body })),
        ...(more > 0 ? [{ say: `And ${more} more.` }] : []),
        {
          facts: [
            ['Session', first.title === null ? `#${first.session_id}` : `${title} (#${first.session_id})`],
          ],
        },
        {
          button: 'Read and answer',
          url: linkTo(ctx.settings, reader.front, `/sessions/${first.session_id}/messages`),
        },
        { note: 'An answer to this mail does not reach them: please answer in the conversation.' },
      ],
    };
  },
};
