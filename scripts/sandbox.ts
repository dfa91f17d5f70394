/**
 * `npm run sandbox`: the payment provider's stand-in beside the three fronts, at PORT + 3 (docs/operating.md#paying).
 * Prints one JSON line once it answers.
 */
import { startSandbox, type Sandbox, type SandboxOptions } from '../sandbox/main.ts';
import { systemClock } from '#server/lib/clock.ts';
import { prepareDataDir } from '#server/lib/data-dir.ts';
import { SettingsError, type Settings } from '#server/lib/settings.ts';
import { errorCode, firstLine, StartError } from '#server/lib/start-error.ts';
import { loadSecrets } from '#server/start/secrets.ts';
import { isLoopback, readSettings } from '#server/start/settings.ts';
import { Interrupted, onSignals } from '#server/start/shutdown.ts';
import { findDatabase } from './commands/open-studio.ts';

const OPENLY = '--beyond-this-machine';

const shutdown = onSignals((line) => console.error(line));
try {
  await start(readSettings(process.env), process.argv.slice(2));
} catch (error) {
  if (error instanceof StartError || error instanceof SettingsError)
    console.error(`The sandbox cannot start. ${error.message}`);
  else if (!(error instanceof Interrupted)) console.error('The sandbox cannot start.', error);
  await shutdown.run();
  process.exit(error instanceof Interrupted ? 0 : 1);
}

async function start(settings: Settings, typed: readonly string[]): Promise<void> {
  const unknown = typed.find((word) => word !== OPENLY);
  if (unknown !== undefined) throw new StartError(`It takes only ${OPENLY}, not ${unknown}.`);
  if (!isLoopback(settings.host) && !typed.includes(OPENLY))
    throw new StartError(
      `HOST (${settings.host}) is beyond this machine, and whoever reaches the sandbox can pay with test cards. Set HOST=127.0.0.1, or say ${OPENLY}.`,
    );
  const port = settings.port + 3;
  prepareDataDir(settings.dataDir);
  const database = await findDatabase(settings, shutdown, false);
  shutdown.throwIfInterrupted();
  const {
    sandboxKey: key,
    sandboxPublishableKey: publishableKey,
    sandboxWebhookSecret: secret,
  } = loadSecrets(settings.dataDir);
  const sandbox = await listening({
    database,
    host: settings.host,
    port,
    key,
    publishableKey,
    webhook: { url: `${settings.origins.studio.canonical}/api/webhooks/stripe`, secret },
    now: () => systemClock.now().epochMilliseconds,
  });
  shutdown.add(() => sandbox.close());
  console.log(JSON.stringify({ stripe: { url: sandbox.url, key, webhook_secret: secret } }));
  shutdown.started();
}

async function listening(options: Extract<SandboxOptions, { host: string }>): Promise<Sandbox> {
  try {
    return await startSandbox(options);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${options.port} is taken by another program. Set another PORT.`, {
        cause: error,
      });
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST: ${options.host} is no address of this machine.`, { cause: error });
    if (code === '') throw error;
    throw new StartError(firstLine(error), { cause: error });
  }
}
