import { parseArgs } from 'node:util';
import { programCommand } from '#server/lib/program-command.ts';
import { firstLine } from '#server/lib/start-error.ts';
import { UsageError, type Command, type ParsedArguments } from './command.ts';
import { BACKUPS } from './backups.ts';
import { CHECKS } from './check.ts';
import { MIGRATE } from './migrate.ts';
import { CONTENT } from './content.ts';
import { DOCTOR } from './doctor.ts';
import { FLAG_COMMANDS } from './flags.ts';
import { PAY } from './pay.ts';
import { PROFILES } from './profiles.ts';
import { PICTURES } from './pictures.ts';
import { PEOPLE } from './people.ts';
import { PRICES } from './prices.ts';
import { RATINGS } from './ratings.ts';
import { REFERRALS } from './referrals.ts';
import { REFUNDS } from './refunds.ts';
import { SANDBOX } from './sandbox.ts';
import { SESSIONS } from './sessions.ts';
import { UPGRADE_DATABASE } from './upgrade-database.ts';

const COMMANDS: readonly Command[] = [
  ...PEOPLE,
  ...FLAG_COMMANDS,
  ...CONTENT,
  ...PICTURES,
  ...PRICES,
  ...REFUNDS,
  ...SESSIONS,
  ...PAY,
  ...RATINGS,
  ...PROFILES,
  ...REFERRALS,
  ...BACKUPS,
  ...CHECKS,
  ...MIGRATE,
  ...UPGRADE_DATABASE,
  ...DOCTOR,
  ...SANDBOX,
];

/** Help for the commands whose names begin so, or for all. */
export function help(prefix = ''): string {
  const matching = COMMANDS.filter((command) => command.name.startsWith(prefix));
  return (matching.length > 0 ? matching : COMMANDS)
    .map(({ name, argumentHelp, about }) =>
      programCommand('studio', `${name} ${argumentHelp}`).concat(`\n    ${about}`),
    )
    .join('\n');
}

/** Parses a command line. Throws a UsageError. */
export function readCommand(typed: readonly string[]): { command: Command; args: ParsedArguments } {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, at) => word === typed[at]));
  if (command === undefined)
    throw new UsageError(`There is no command "${typed.slice(0, 2).join(' ')}".\n\n${help(`${typed[0]} `)}`);
  const { values = [], switches = [] } = command;
  const options = {
    ...Object.fromEntries(values.map((name) => [name, { type: 'string' as const }])),
    ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean' as const }])),
  };
  const read = parsed(command, () =>
    parseArgs({ args: typed.slice(command.name.split(' ').length), options, allowPositionals: true }),
  );
  const more = read.positionals.length - command.arguments;
  if (more < 0 || more > (command.optionalArguments ?? 0))
    throw new UsageError(`Usage:\n${help(command.name)}`);
  const args: ParsedArguments = {
    positionals: read.positionals,
    value(name) {
      const found = read.values[name];
      return typeof found === 'string' ? found : undefined;
    },
    is: (name) => read.values[name] === true,
  };
  command.check?.(args);
  return { command, args };
}

function parsed<T>({ name }: Command, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(`${firstLine(error)}\n\nUsage:\n${help(name)}`, { cause: error });
  }
}
