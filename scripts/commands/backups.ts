import fs from 'node:fs';
import path from 'node:path';
import { openQueues } from '#server/jobs/events.ts';
import type { Job } from '#server/ctx/ctx.ts';
import { prepareSandbox } from '#server/start/payments.ts';
import { readSecretsFile, restoreSecretsFile } from '#server/lib/secrets.ts';
import {
  BackupError,
  makeBackup,
  restoreBackup,
  verifyBackup,
  decryptSecrets,
  type Manifest,
} from '#server/operator/backup/service.ts';
import { HANDLERS, JOBS } from '#server/start/rooms.ts';
import { storageOf, type StudioAccess } from './open-studio.ts';
import { CommandError, type Command, type ParsedArguments } from './command.ts';
import { typed } from './content.ts';
import { readPassphrase } from './passphrase.ts';

export const BACKUPS: readonly Command[] = [
  {
    name: 'backup',
    argumentHelp: '<folder> [--with-files]',
    about:
      'Writes everything to a new folder, while the studio runs. With an S3 only the list of the files, unless --with-files. Asks for a passphrase, or takes BACKUP_PASSPHRASE.',
    switches: ['with-files'],
    arguments: 1,
    async begin({ settings, shutdown, open }, args) {
      const folder = folderOf(args);
      const passphrase = await readPassphrase('new');
      const { ctx, target } = await open({ storage: true, skipMigration: true });
      const manifest = await inWords(() =>
        makeBackup({
          target,
          db: ctx.db,
          storage: ctx.storage,
          secrets: readSecretsFile(settings.dataDir) ?? '',
          passphrase,
          folder,
          files: settings.s3 === null || args.is('with-files') ? 'copied' : 'listed',
          release: releaseOf(),
          now: ctx.now,
          checkpoint: () => shutdown.throwIfInterrupted(),
        }),
      );
      return [
        `${folder} is a whole backup as of ${manifest.at}: ${contents(manifest)}. Every byte of it was read back.`,
        ...missing(manifest),
      ];
    },
  },
  {
    name: 'restore',
    argumentHelp: '<folder>',
    about:
      'Puts a backup, of this release or an older one, into an empty place: an empty DATA_DIR, or an empty database and bucket. The studio must not run.',
    arguments: 1,
    async begin({ settings, shutdown, open }, args) {
      const folder = folderOf(args);
      const checkpoint = () => shutdown.throwIfInterrupted();
      const manifest = await inWords(() => verifyBackup(folder, checkpoint));
      const passphrase = await readPassphrase('known');
      const secrets = await inWords(() => decryptSecrets(folder, passphrase));
      const at = await open({ skipMigration: true, alone: true });
      const { target } = at;
      const undo = restoreSecretsFile(settings.dataDir, secrets);
      try {
        const storage = await storageOf(settings, at.ctx.log);
        await storage.prepare();
        const createQueues = (besides: readonly string[]) => queuesOf(at, besides);
        const createSandbox = () => prepareSandbox(target);
        await inWords(() =>
          restoreBackup({ folder, manifest, target, storage, createQueues, createSandbox, checkpoint }),
        );
      } catch (error) {
        undo();
        throw error;
      }
      return [
        `Restored as of ${manifest.at}, and compared with the backup: ${contents(manifest)}.`,
        ...missing(manifest),
        'Start the studio with npm start.',
      ];
    },
  },
];

const folderOf = (args: ParsedArguments): string => typed(args.positionals[0] ?? '');

function releaseOf(): string {
  const file = path.resolve(import.meta.dirname, '../../package.json');
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

function contents({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const size = `${number.format(files.bytes / 1e6)} MB`;
  const listed =
    files.kind === 'copied'
      ? `${number.format(files.count)} files (${size})`
      : `the list of ${number.format(files.count)} files (${size}), whose bytes stay in the bucket`;
  return `${number.format(rows)} rows of ${tables.length} tables, ${listed}, and the secrets`;
}

function missing({ files }: Manifest): string[] {
  if (files.missing.length === 0) return [];
  return [
    `Storage did not have these files as the studio lists them, so the backup lacks them too:`,
    ...files.missing.map((key) => `  ${key}`),
  ];
}

const nothing = (): never => {
  throw new Error('nothing is at work here');
};

/** Creates this release's queues and those named for waiting jobs of another release. */
async function queuesOf({ target, ctx }: StudioAccess, besides: readonly string[]): Promise<void> {
  const others = besides.map((name): Job => ({ name, run: nothing }));
  const jobs = [...JOBS, ...others];
  const queues = openQueues({ target, log: ctx.log, handlers: HANDLERS, jobs, mode: 'manual' });
  await queues.open();
  await queues.stop();
}
