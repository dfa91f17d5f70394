import fs from 'node:fs';
import { firstLine } from '#server/lib/start-error.ts';
import { checkMembers, importMembers, readFileLines } from '#server/operator/service.ts';
import type { FileLine } from '#shared/operator/rules-import.ts';
import { typed } from './content.ts';
import { CommandError, type Command, type ParsedArguments } from './command.ts';
import type { StudioAccess } from './open-studio.ts';

/** The lines of a file of comma-separated values, each with its number there. */
function readLines(file: string): FileLine[] {
  try {
    return readFileLines(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${firstLine(error)}`);
  }
}

async function importFile({ ctx }: StudioAccess, args: ParsedArguments): Promise<string[]> {
  const lines = readLines(typed(args.positionals[0] ?? ''));
  const { faults, found } = await checkMembers(ctx, lines);
  if (faults.length > 0)
    throw new CommandError(
      ['Nobody was imported.', ...faults.map(({ line, message }) => `  line ${line}, ${message}`)].join('\n'),
    );
  const what = [
    `${count(found.members, 'member')} with ${count(found.credits, 'credit')}.`,
    ...(found.ended === 0 ? [] : [`The paid-through day of ${found.ended} is over: they come as cancelled.`]),
  ];
  if (!args.is('yes')) return [...what, 'Nothing was changed yet. With --yes it is.'];
  const done = await importMembers(ctx, lines);
  if (!done.ok) throw new CommandError('Nobody was imported: an address has an account by now. Try again.');
  return [...what, 'Each is mailed a link to choose a password, while Talkback runs.'];
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

export const IMPORT: Command = {
  name: 'people import',
  argumentHelp: '<members.csv> [--yes]',
  about:
    'Makes an account for each member of another system, from a file with the columns name, email, zone, paid_through and credits. Shows first what it would do; --yes does it, and mails each a link to choose a password.',
  switches: ['yes'],
  arguments: 1,
  needs: { events: true },
  run: importFile,
};
