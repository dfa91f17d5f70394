/**
 * `npm run studio -- <command>`: what the operator does without the console (docs/operating.md). Works while Talkback runs and while it
 * does not. Ends with 0 when it is done, 1 when it was refused or failed, 2 when it was typed wrong.
 */
import { Interrupted, onSignals } from '../server/lifecycle/shutdown.ts';
import { StartError } from '../server/lifecycle/start-error.ts';
import { readSettings, SettingsError } from '../server/settings.ts';
import { atStudio } from './commands/at-studio.ts';
import { CommandError, UsageError } from './commands/command.ts';
import { help, readCommand } from './commands/read-command.ts';

const typed = process.argv.slice(2);
if (typed.length === 0 || typed.includes('--help') || typed[0] === 'help') {
  console.log(help(typed.filter((word) => word !== '--help').join(' ')));
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
