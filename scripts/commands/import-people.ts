import fs from 'node:fs';
import { firstLine } from '#server/lib/start-error.ts';
import {
  checkMembers,
  checkMusicians,
  checkSessions,
  importMembers,
  importMusicians,
  importSessions,
  readFileLines,
} from '#server/operator/service.ts';
import type { FileLine, ImportFault } from '#shared/operator/import/rules-file.ts';
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

const MAILED = 'Each is mailed a link to choose a password, while Talkback runs.';
const NOTHING_YET = 'Nothing was changed yet. With --yes it is.';
const TAKEN = {
  invalid: 'Nobody was imported: the file has mistakes by now. Try again.',
  email_taken: 'Nobody was imported: an address has an account by now. Try again.',
  slug_taken: 'Nobody was imported: a musician has one of these slugs by now. Try again.',
} as const;

function refuseFaults(faults: readonly ImportFault[], nobody = 'Nobody'): void {
  if (faults.length > 0)
    throw new CommandError(
      [`${nobody} was imported.`, ...faults.map(({ line, message }) => `  line ${line}, ${message}`)].join(
        '\n',
      ),
    );
}

async function importMemberFile({ ctx }: StudioAccess, args: ParsedArguments): Promise<string[]> {
  const lines = readLines(typed(args.positionals[0] ?? ''));
  const { faults, found } = await checkMembers(ctx, lines);
  refuseFaults(faults);
  const what = [
    `${count(found.members, 'member')} with ${count(found.credits, 'credit')}.`,
    ...(found.ended === 0 ? [] : [`The paid-through day of ${found.ended} is over: they come as cancelled.`]),
  ];
  if (!args.is('yes')) return [...what, NOTHING_YET];
  const done = await importMembers(ctx, lines);
  if (!done.ok) throw new CommandError(TAKEN[done.reason]);
  return [...what, MAILED];
}

async function importMusicianFile({ ctx }: StudioAccess, args: ParsedArguments): Promise<string[]> {
  const lines = readLines(typed(args.positionals[0] ?? ''));
  const { faults, found } = await checkMusicians(ctx, lines);
  refuseFaults(faults);
  const what = `${count(found.musicians, 'musician')}.`;
  if (!args.is('yes')) return [what, NOTHING_YET];
  const done = await importMusicians(ctx, lines);
  if (!done.ok) throw new CommandError(TAKEN[done.reason]);
  return [what, MAILED];
}

async function importSessionFile({ ctx }: StudioAccess, args: ParsedArguments): Promise<string[]> {
  const lines = readLines(typed(args.positionals[0] ?? ''));
  const { faults, found } = await checkSessions(ctx, lines);
  refuseFaults(faults, 'Nothing');
  const what = `${count(found.sessions, 'session')}, ${found.to_come} of them to come, for ${count(found.credits, 'credit')} in all.`;
  if (!args.is('yes')) return [what, NOTHING_YET];
  const done = await importSessions(ctx, lines);
  if (!done.ok) throw new CommandError('Nothing was imported: the file has mistakes by now. Try again.');
  return [what];
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

export const IMPORTS: readonly Command[] = [
  {
    name: 'people import',
    argumentHelp: '<members.csv> [--yes]',
    about:
      'Makes an account for each member of another system, from a file with the columns name, email, zone, paid_through and credits. Shows first what it would do; --yes does it, and mails each a link to choose a password.',
    switches: ['yes'],
    arguments: 1,
    needs: { events: true },
    run: importMemberFile,
  },
  {
    name: 'people import-musicians',
    argumentHelp: '<musicians.csv> [--yes]',
    about:
      'Makes an account and an unpublished page for each musician of another system, from a file with the columns name, email, zone, slug, title, services and instruments. Shows first what it would do; --yes does it, and mails each a link to choose a password.',
    switches: ['yes'],
    arguments: 1,
    needs: { events: true },
    run: importMusicianFile,
  },
  {
    name: 'sessions import',
    argumentHelp: '<sessions.csv> [--yes]',
    about:
      'Enters the past and booked sessions of another system, from a file with the columns client, musician, service, start, minutes, credits and title. Shows first what it would do; --yes does it. Nobody is mailed.',
    switches: ['yes'],
    arguments: 1,
    run: importSessionFile,
  },
];
