/**
 * `npm run studio -- <command>`: what the operator does without the console (docs/operating.md). Works while Talkback runs and while it
 * does not. Ends with 0 when it is done, 1 when it was refused or failed, 2 when it was typed wrong.
 */
import { parseArgs } from 'node:util';
import { Interrupted, onSignals } from '../server/lifecycle/shutdown.ts';
import { lineOf, StartError } from '../server/lifecycle/start-error.ts';
import { readSettings, SettingsError } from '../server/settings.ts';
import { atStudio } from './commands/at-studio.ts';
import { CommandError, UsageError, type Command, type Given } from './commands/command.ts';
import { CONTENT } from './commands/content.ts';
import { FLAG_COMMANDS } from './commands/flags.ts';
import { PEOPLE } from './commands/people.ts';
import { REFERRALS } from './commands/referrals.ts';

const COMMANDS: readonly Command[] = [...PEOPLE, ...FLAG_COMMANDS, ...CONTENT, ...REFERRALS];
const START = 'npm run studio --';

function help(commands: readonly Command[] = COMMANDS): string {
  return commands
    .map(({ words, takes, about }) => `${START} ${words} ${takes}`.trimEnd().concat(`\n    ${about}`))
    .join('\n');
}

/** The command that was typed, and what was typed with it. Throws a UsageError. */
function readCommand(typed: readonly string[]): { command: Command; given: Given } {
  const words = typed.slice(0, 2).join(' ');
  const command = COMMANDS.find((known) => known.words === words);
  if (command === undefined) {
    const near = COMMANDS.filter((known) => known.words.startsWith(`${typed[0]} `));
    throw new UsageError(`There is no command "${words}".\n\n${help(near.length > 0 ? near : COMMANDS)}`);
  }
  const { values = [], switches = [] } = command;
  const options = {
    ...Object.fromEntries(values.map((name) => [name, { type: 'string' as const }])),
    ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean' as const }])),
  };
  try {
    const read = parseArgs({ args: typed.slice(2), options, allowPositionals: true });
    if (read.positionals.length !== command.arguments) throw new UsageError(`Usage:\n${help([command])}`);
    const value = (name: string): string | undefined => {
      const found = read.values[name];
      return typeof found === 'string' ? found : undefined;
    };
    const given = { arguments: read.positionals, value, is: (name: string) => read.values[name] === true };
    return { command, given };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${lineOf(error)}\n\nUsage:\n${help([command])}`);
  }
}

const typed = process.argv.slice(2);
if (typed.length === 0 || typed.includes('--help') || typed[0] === 'help') {
  const asked = COMMANDS.filter(({ words }) =>
    words.startsWith(typed.filter((word) => word !== '--help').join(' ')),
  );
  console.log(help(asked.length > 0 ? asked : COMMANDS));
  process.exit(0);
}
const shutdown = onSignals((line) => console.error(line));
let code = 0;
try {
  const { command, given } = readCommand(typed);
  const at = await atStudio(readSettings(process.env), shutdown, { events: command.events ?? false });
  for (const line of await command.run(at, given)) console.log(line);
} catch (error) {
  code = error instanceof UsageError ? 2 : 1;
  const isExpected = [UsageError, CommandError, StartError, SettingsError].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof Interrupted) code = 130;
  else console.error(isExpected ? (error as Error).message : error);
}
await shutdown.run();
process.exit(code);
