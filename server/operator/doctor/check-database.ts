import { isPooledByTransaction, POOLED_BY_TRANSACTION, probe } from '../../db/probe.ts';
import { OLDEST } from '../../db/target.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Settings } from '../../lib/settings.ts';
import { driftFinding, note, right, wrong, type Finding } from './finding.ts';

/** Those that the migrations create. */
const EXTENSIONS = ['btree_gist', 'pg_trgm', 'unaccent'];

interface Row {
  readonly version: string;
  readonly number: number;
  readonly epoch: number;
  readonly extensions: readonly string[];
  readonly can_create: boolean;
}

/** The database: reached, new enough, with the extensions, and by its clock. */
export async function checkDatabase(
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
  clock: Clock,
): Promise<readonly Finding[]> {
  const what = 'Database';
  if (databaseUrl === null)
    return [note(what, 'DATABASE_URL is not set: Talkback runs its own in DATA_DIR.')];
  return probe(databaseUrl, async (clients) => {
    if (await isPooledByTransaction(clients)) return [wrong(what, POOLED_BY_TRANSACTION)];
    const before = clock.now().epochMilliseconds;
    const { rows } = await clients[0].query<Row>(
      `select current_setting('server_version') as version,
        current_setting('server_version_num')::int as number,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as epoch,
        array(select name::text from pg_available_extensions where name = any($1)) as extensions,
        has_database_privilege(current_database(), 'create') as can_create`,
      [EXTENSIONS],
    );
    const ours = (before + clock.now().epochMilliseconds) / 2;
    const row = rows[0];
    if (row === undefined) return [wrong(what, 'It does not answer a query.')];
    return [...judged(what, row), ...driftFinding('the database', row.epoch, ours)];
  });
}

function judged(what: string, { version, number, extensions, can_create }: Row): readonly Finding[] {
  const missing = EXTENSIONS.filter((name) => !extensions.includes(name));
  if (number < OLDEST) return [wrong(what, `PostgreSQL ${version} is too old: Talkback needs 15 or newer.`)];
  if (missing.length > 0)
    return [wrong(what, `The extensions ${missing.join(', ')} are not installed on the database's machine.`)];
  if (!can_create) return [wrong(what, 'This user may not create anything in the database; its owner may.')];
  return [right(what, `PostgreSQL ${version} answers.`)];
}
