/**
 * `npm run studio -- <command>` (docs/operating.md#the-operators-commands). Exits with 0 when done, 1 when refused or
 * failed, 2 for wrong usage.
 */
import { onSignals } from '#server/start/shutdown.ts';
import { runCommand } from './commands/run-command.ts';

const code = await runCommand(process.argv.slice(2), {
  env: process.env,
  shutdown: onSignals((line) => console.error(line)),
  print: (line) => console.log(line),
  fail: (reason) => console.error(reason),
});
process.exit(code);
