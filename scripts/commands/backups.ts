import fs from 'node:fs';
import { prepareSandbox } from '#server/start/payments.ts';
import { readSecretsFile, restoreSecretsFile } from '#server/lib/secrets.ts';
import {
  BackupError,
  makeBackup,
  restoreBackup,
  verifyBackup,
  decryptSecrets,
  openPlace,
  RELEASE,
  type Manifest,
} from '#server/operator/backup/service.ts';
import { prepareDataDir } from '#server/lib/data-dir.ts';
import { draftOf } from '#server/operator/backup/layout.ts';
import { parseBackupTarget } from '#server/start/backup-settings.ts';
import { storageOf } from './open-studio.ts';
import {
  columns,
  CommandError,
  UsageError,
  type Command,
  type CommandContext,
  type ParsedArguments,
} from './command.ts';
import { typed } from './content.ts';
import { makeQueues } from './make-queues.ts';
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
          release: RELEASE,
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
    argumentHelp: '<folder or s3://bucket/prefix/name>',
    about:
      'Puts a backup, of this release or an older one, into an empty place: an empty DATA_DIR, or an empty database and bucket. The studio must not run. A backup at an S3 is read by the keys of scheduled backups.',
    arguments: 1,
    async begin(place, args) {
      const { settings, shutdown } = place;
      const [source = ''] = args.positionals;
      if (!source.startsWith('s3://')) return restore(place, typed(source));
      const to = parseBackupTarget(source);
      if (to?.kind !== 's3') throw new UsageError('A backup at an S3 is named as s3://bucket/prefix/name.');
      const { backupService: service, dataDir } = settings;
      if (service === null)
        throw new UsageError('BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY are needed for an S3.');
      prepareDataDir(dataDir);
      const { fetchBackup } = await import('#server/operator/backup/scheduled/bucket-place.ts');
      try {
        const folder = await inWords(() =>
          fetchBackup(service, to, dataDir, () => shutdown.throwIfInterrupted()),
        );
        return await restore(place, folder);
      } finally {
        fs.rmSync(draftOf(dataDir), { recursive: true, force: true });
      }
    },
  },
  {
    name: 'backups list',
    argumentHelp: '',
    about: 'Lists the scheduled backups at BACKUP_TO, the last first. Opens no database.',
    arguments: 0,
    async begin({ settings }) {
      const { backups } = settings;
      if (backups === null) throw new CommandError('BACKUP_TO is not set: no backup is made by itself.');
      const listed = await (await openPlace(backups.to, settings)).list();
      if (listed.length === 0) return ['There is no backup yet.'];
      const lastFirst = listed.toSorted((a, b) => b.name.localeCompare(a.name));
      return columns(lastFirst.map(({ name, bytes }) => [name, `${number.format(bytes / 1e6)} MB`]));
    },
  },
];

async function restore(
  { settings, shutdown, open }: CommandContext,
  folder: string,
): Promise<readonly string[]> {
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
    const createQueues = (besides: readonly string[]) => makeQueues(target, at.ctx.log, besides);
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
}

const folderOf = (args: ParsedArguments): string => typed(args.positionals[0] ?? '');

/** Tells a BackupError as a CommandError. */
export async function inWords<T>(work: () => Promise<T>): Promise<T> {
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
