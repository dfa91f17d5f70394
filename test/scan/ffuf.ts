import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '#server/lib/settings.ts';
import { rawRequest } from './raw-request.ts';
import { withValue, type Place, type ScanRequest } from './requests.ts';
import { runProgram } from './run-program.ts';
import { IN_ADDRESSES, IN_BODIES } from './values.ts';

const MARK = 'FUZZ';
/** Statuses beside an endpoint's own: no such address, not well-formed, too long. */
const ALWAYS: ReadonlySet<string> = new Set(['400', '404', '413', '414', '431']);

interface Found {
  readonly status: number;
  readonly input: Readonly<Record<string, string>>;
}

/** ffuf itself loses an answer now and then, and counters fill before they are cleared. */
const TRIES = 5;
const TOO_OFTEN = '429';

interface Where {
  readonly folder: string;
  readonly origins: Settings['origins'];
}

/** Has ffuf send each value in one place of a request; returns the answers that the OpenAPI document does not have. */
export async function fuzz(request: ScanRequest, place: Place, where: Where): Promise<string[]> {
  const marked = rawRequest(request, withValue(request.args, place, MARK), where.origins);
  // A JSON value in the place of the whole value, quotes included.
  const raw = marked.replace(`"${MARK}"`, MARK);
  const name = `${request.role}: ${request.name}, ${place.part} ${place.keys.join('.')}`;
  const found: string[] = [];
  const answered = new Set<string>();
  let values = place.part === 'body' ? IN_BODIES : IN_ADDRESSES;
  for (let tried = 0; tried < TRIES && values.length > 0; tried += 1) {
    const answers = await answersTo(raw, values, where.folder);
    for (const [value, status] of answers) {
      // Nothing has read it.
      if (status === TOO_OFTEN && tried < TRIES - 1) continue;
      answered.add(value);
      if (!request.statuses.has(status) && !ALWAYS.has(status))
        found.push(`${name}: ${status} for ${value.slice(0, 60)}`);
    }
    values = values.filter((value) => !answered.has(value));
  }
  return [...found, ...values.map((value) => `${name}: no answer for ${value.slice(0, 60)}`)];
}

/** The status that each value got; one without an answer is missing. */
async function answersTo(
  raw: string,
  values: readonly string[],
  folder: string,
): Promise<Map<string, string>> {
  const file = (name: string): string => path.join(folder, name);
  await writeFile(file('values'), values.join('\n'));
  await writeFile(file('request'), raw);
  const sent = ['-request', file('request'), '-request-proto', 'http', '-w', file('values'), '-mc', 'all'];
  const told = ['-o', file('report.json'), '-of', 'json', '-s'];
  await runProgram('ffuf', [...sent, ...told, '-t', '8', '-timeout', '60'], folder);
  const { results } = JSON.parse(await readFile(file('report.json'), 'utf8')) as { results: Found[] };
  return new Map(results.map(({ status, input }) => [input[MARK] ?? '', String(status)]));
}
