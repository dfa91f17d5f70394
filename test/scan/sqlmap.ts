import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '#server/lib/settings.ts';
import { rawRequest } from './raw-request.ts';
import { withValue, type ScanRequest } from './requests.ts';
import { runProgram } from './run-program.ts';

/** sqlmap's mark after a value that it is to vary; addresses have it unencoded. */
const MARK = '*';
const LINE = '='.repeat(54);

/** Has sqlmap vary every text of the requests; returns the places where it could inject SQL. */
export async function injectSql(
  requests: readonly ScanRequest[],
  { folder, origins }: { readonly folder: string; readonly origins: Settings['origins'] },
): Promise<string[]> {
  const log = path.join(folder, 'requests.log');
  const results = path.join(folder, 'found.csv');
  await writeFile(log, requests.flatMap((request) => entryOf(request, origins)).join('\n'));
  const args = [
    '-l',
    log,
    '--batch',
    '--dbms=PostgreSQL',
    '--technique=BEUS',
    '--flush-session',
    '--threads=4',
  ];
  await runProgram(
    'sqlmap',
    [
      ...args,
      '--ignore-stdin',
      '--ignore-code=*',
      '--drop-set-cookie',
      '--disable-coloring',
      `--results-file=${results}`,
    ],
    folder,
  );
  const found = (await readdir(folder)).includes('found.csv') ? await readFile(results, 'utf8') : '';
  return found
    .split('\n')
    .slice(1)
    .filter((row) => row.trim() !== '');
}

/** A request with all its texts marked, as an entry of Burp's log. */
function entryOf(request: ScanRequest, origins: Settings['origins']): string[] {
  const marked = request.places.reduce(
    (args, place) =>
      place.part === 'body' && typeof place.value !== 'string'
        ? args
        : withValue(args, place, `${String(place.value)}${MARK}`),
    request.args,
  );
  const raw = rawRequest(request, marked, origins);
  if (!raw.includes(MARK)) return [];
  const { canonical } = origins[request.as?.front ?? 'studio'];
  return [LINE, `12:00:00  ${canonical}  [127.0.0.1]`, LINE, raw, LINE, '', '', ''];
}
