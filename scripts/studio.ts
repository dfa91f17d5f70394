/**
 * `npm run studio -- <command>` (docs/operating.md#the-operators-commands). Exits with 0 when done, 1 when refused or
 * failed, 2 for wrong usage.
 */
import { Interrupted, onSignals } from '#server/start/shutdown.ts';
import { StartError } from '#server/lib/start-error.ts';
import { readSettings } from '#server/start/settings.ts';
import { SettingsError } from '#server/lib/settings.ts';
import { openStudio, type Needs } from './commands/open-studio.ts';
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
  const { command, args } = readCommand(typed);
  const settings = readSettings(process.env);
  const open = (needs: Needs) => openStudio(settings, shutdown, needs);
  const lines =
    'run' in command
      ? await command.run(await open(command.needs ?? {}), args)
      : await command.begin({ settings, shutdown, open }, args);
  for (const line of lines) console.log(line);
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
