import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { downloadLink } from '#shared/files/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
import { drain, MIB, perSecond } from './bytes.ts';
import * as harness from './harness.ts';
import { bookSessions, makeInside } from './inside.ts';
import { startS3 } from './s3.ts';
import { archiveOf, EACH, FILES, fill } from './zip.ts';

const { alternate, cpuSecondsOf, end, memoryOf, printResult, startStudio } = harness;

/**
 * Archives from an S3 (our store in a process of its own) beside one plain GET of each file after the other and, where
 * BEFORE names the folder of another tree with its dependencies, beside that tree's.
 */
export async function benchZipS3(server: string): Promise<void> {
  const inside = await makeInside(server, 'zip_s3');
  const { client, ids } = await bookSessions(inside, 1);
  const [id = 0] = ids;
  const s3 = await startS3();
  const studio = await startStudio(inside.url, s3.env);
  await fill(studio, client, id);
  const files = await inside.db.selectFrom('files').select('name').where('session_id', '=', id).execute();
  const size = (FILES * EACH) / MIB;
  const used = new Map<string, number>();
  const archive = async (name: string, one: harness.Running): Promise<number> => {
    const [own, stores] = [cpuSecondsOf(one.pid), cpuSecondsOf(s3.pid)];
    const { rate } = await drain(archiveOf(one, id), { cookie: client.cookie });
    used.set(name, (used.get(name) ?? 0) + cpuSecondsOf(one.pid) - own);
    used.set(`${name}, the store`, (used.get(`${name}, the store`) ?? 0) + cpuSecondsOf(s3.pid) - stores);
    return rate;
  };
  const before = await startBefore(inside.url, s3.env);
  const middle = await alternate({
    ours: () => archive('ours', studio),
    gets: async () => {
      const begun = performance.now();
      for (const { name } of files) await drain(await linkTo(studio, client, id, name));
      return size / ((performance.now() - begun) / 1000);
    },
    ...(before && { before: () => archive('before', before) }),
  });
  console.log(`\nArchive of ${FILES} files, ${size} MiB in all, from an S3`);
  const [ours, gets] = [middle('ours'), middle('gets')];
  printResult('one GET after the other', perSecond(ours), perSecond(gets), ours / gets, '0.8');
  if (before) {
    const other = middle('before');
    printResult('the tree before', perSecond(ours), perSecond(other), ours / other, '–');
  }
  // The first round, which warms up, counts as well.
  for (const [name, seconds] of used)
    console.log(`  CPU for 1 GiB, ${name}: ${((seconds / (harness.ROUNDS + 1) / size) * 1024).toFixed(2)} s`);
  console.log(`  memory at most ${memoryOf(studio.pid).peak.toFixed(0)} MiB`);
  for (const one of [studio, before]) if (one) await end(one.server.process);
  await end(s3.child);
  await inside.close();
}

async function startBefore(url: string, env: Record<string, string>): Promise<harness.Running | null> {
  const folder = process.env['BEFORE'];
  if (folder === undefined) return null;
  const file = pathToFileURL(path.resolve(folder, 'bench/harness.ts')).href;
  return ((await import(file)) as typeof harness).startStudio(url, env);
}

async function linkTo(
  { origin }: harness.Running,
  client: TestPerson,
  session_id: number,
  name: string,
): Promise<string> {
  const query = new URLSearchParams({ session_id: String(session_id), path: name, folder: 'user' });
  const answer = await fetch(`${origin}${downloadLink.path}?${query}`, {
    headers: { cookie: client.cookie },
  });
  if (answer.status !== 200) throw new Error(`no link: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { downloadUrl: string }).downloadUrl;
}
