import { musicianById } from '#server/catalogue/service.ts';
import { hideRating, listRatings } from '#server/sessions/service.ts';
import { columns, CommandError, UsageError, type Command, type ParsedArguments } from './command.ts';

function sessionOf(args: ParsedArguments): number {
  const [id = ''] = args.positionals;
  if (!/^[1-9]\d{5,9}$/.test(id)) throw new UsageError("A session's number, such as 100004.");
  return Number(id);
}

const setting = (name: 'hide' | 'show', about: string): Command => ({
  name: `ratings ${name}`,
  argumentHelp: '<session>',
  about,
  arguments: 1,
  check: (args) => void sessionOf(args),
  async run({ ctx }, args) {
    const sessionId = sessionOf(args);
    const done = await hideRating(ctx, { sessionId, hidden: name === 'hide' });
    if (!done.ok) throw new CommandError(`Session ${sessionId} has no rating.`);
    return [
      name === 'hide'
        ? `The words about session ${sessionId} are hidden. Its stars still count.`
        : `The words about session ${sessionId} are on the musician's page again.`,
    ];
  },
});

export const RATINGS: readonly Command[] = [
  {
    name: 'ratings list',
    argumentHelp: '<musician>',
    about: "A musician's ratings by session, newest first, hidden ones too.",
    arguments: 1,
    async run({ ctx }, args) {
      const musician = await musicianById(ctx.db, args.positionals[0] ?? '');
      if (musician === undefined) throw new CommandError('There is no musician of that name (slug).');
      const ratings = await listRatings(ctx, musician.id);
      if (ratings.length === 0) return ['No ratings yet.'];
      return columns(
        ratings.map(({ session_id, created_at, stars, hidden_at, client_name, comment }) => [
          String(session_id),
          created_at.toString().slice(0, 10),
          `${stars} of 5`,
          hidden_at === null ? 'shown' : 'hidden',
          client_name,
          (comment ?? '').replace(/\s+/g, ' '),
        ]),
      );
    },
  },
  setting('hide', "Takes a rating's words off the musician's page; its stars still count."),
  setting('show', "Brings a hidden rating's words back to the musician's page."),
];
