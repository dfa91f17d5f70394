import { Interrupted, type Shutdown } from '#server/start/shutdown.ts';
import { StartError } from '#server/lib/start-error.ts';
import { readSettings } from '#server/start/settings.ts';
import { SettingsError } from '#server/lib/settings.ts';
import { openStudio, type Needs } from './open-studio.ts';
import { CommandError, UsageError } from './command.ts';
import { help, readCommand } from './read-command.ts';

/** Where a command runs and prints. */
interface CommandPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly shutdown: Shutdown;
  readonly print: (line: string) => void;
  /** Prints why it failed; an error that nobody expected comes as it is. */
  readonly fail: (reason: unknown) => void;
}

/** Runs what was typed after `npm run studio --` and stops what it started; returns the exit code. */
export async function runCommand(
  typed: readonly string[],
  { env, shutdown, print, fail }: CommandPlace,
): Promise<number> {
  if (typed.length === 0 || typed.includes('--help') || typed[0] === 'help') {
    print(help(typed.filter((word) => word !== '--help').join(' ')));
    return 0;
  }
  let code = 0;
  try {
    const { command, args } = readCommand(typed);
    const settings = readSettings(env);
    const open = (needs: Needs) => openStudio(settings, shutdown, needs);
    const lines =
      'run' in command
        ? await command.run(await open(command.needs ?? {}), args)
        : await command.begin({ settings, shutdown, open }, args);
    for (const line of lines) print(line);
  } catch (error) {
    code = error instanceof UsageError ? 2 : 1;
    const isExpected = [UsageError, CommandError, StartError, SettingsError].some(
      (kind) => error instanceof kind,
    );
    if (error instanceof Interrupted) code = 130;
    else fail(isExpected ? (error as Error).message : error);
  }
  await shutdown.run();
  return code;
}
