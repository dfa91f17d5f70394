import fs from 'node:fs';
import type { Database } from '../../db/database.ts';
import { databaseVersions } from './queries-versions.ts';

const ROOT = new URL('../../../', import.meta.url);

const textOf = (path: string): string | null => {
  try {
    return fs.readFileSync(new URL(path, ROOT), 'utf8').trim();
  } catch {
    return null;
  }
};

/** The commit of the release or the repository that the server was started from; null without one. */
function readCommit(): string | null {
  const release = textOf('release.json');
  if (release !== null) return (JSON.parse(release) as { readonly commit: string | null }).commit;
  const head = textOf('.git/HEAD');
  const branch = head?.startsWith('ref: ') === true ? head.slice(5) : null;
  if (branch === null) return head;
  const packed = () =>
    textOf('.git/packed-refs')
      ?.split('\n')
      .find((line) => line.endsWith(` ${branch}`));
  return textOf(`.git/${branch}`) ?? packed()?.split(' ')[0] ?? null;
}

const { version } = JSON.parse(textOf('package.json') ?? '{"version":""}') as { readonly version: string };
// Read at the start: what is pulled later does not run yet.
const commit = readCommit();

/** What runs here: the app, Node, PostgreSQL and the migrations (docs/product/operator.md#versions). */
export async function versions(db: Database) {
  const { postgresql, count, last } = await databaseVersions(db);
  return { app: version, commit, node: process.version, postgresql, migrations: { count, last } };
}
