import { planNewerCluster, type NewerCluster } from '#server/db/embedded/newer-cluster.ts';
import { logStyle, openLog } from '#server/lib/log.ts';
import { firstLine } from '#server/lib/start-error.ts';
import { moveDatabase } from '#server/operator/backup/service.ts';
import { isLocked, lockDataDir } from '#server/start/lock.ts';
import { prepareSandbox } from '#server/start/payments.ts';
import { inWords } from './backups.ts';
import { CommandError, UsageError, type Command } from './command.ts';
import { typed } from './content.ts';
import { makeQueues } from './make-queues.ts';

export const UPGRADE_DATABASE: readonly Command[] = [
  {
    name: 'upgrade-database',
    argumentHelp: '<folder of the release before>',
    about:
      "Moves the database of DATA_DIR to this release's PostgreSQL, where that has another major version, and keeps the former one. The folder may also be that of another PostgreSQL. The studio must not run.",
    arguments: 1,
    async begin({ settings, shutdown }, args) {
      const { databaseUrl, dataDir } = settings;
      if (databaseUrl !== null)
        throw new UsageError('DATABASE_URL names a PostgreSQL of your own: upgrade it by its own tools.');
      if (isLocked(dataDir)) throw new CommandError(`Talkback runs on ${dataDir}. Stop it first.`);
      const clusters = plan(dataDir, typed(args.positionals[0] ?? ''));
      shutdown.add(lockDataDir(dataDir));
      const log = openLog(logStyle(settings.log, process.stderr.isTTY));
      const { tables, note } = await inWords(() =>
        moveDatabase({
          clusters,
          createQueues: (target, extra) => makeQueues(target, log, extra),
          createSandbox: prepareSandbox,
          log: (line) => console.error(line),
          checkpoint: () => shutdown.throwIfInterrupted(),
        }),
      );
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const { majors, older, place } = clusters;
      return [
        `The database is of PostgreSQL ${majors.newer} now, in ${place}: ${rows.toLocaleString('en-US')} rows of ${tables.length} tables, each compared.`,
        `The former one is kept in ${older.places.data}. Delete it once all is well.`,
        `Until something is written to the new one, the way back is to write ${older.places.data} into ${note}, to delete ${place} and to start the release before.`,
      ];
    },
  },
];

function plan(dataDir: string, programs: string): NewerCluster {
  try {
    return planNewerCluster(dataDir, programs);
  } catch (error) {
    throw new CommandError(firstLine(error), { cause: error });
  }
}
