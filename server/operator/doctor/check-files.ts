import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '../../ctx/storage.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Settings } from '../../lib/settings.ts';
import { driftFinding, note, right, wrong, type Finding } from './finding.ts';
import { programCommand } from '../../lib/program-command.ts';

const WHAT = 'Files';
const TIMEOUT_MS = 10_000;

/** The S3: a file of our own is written, read and deleted there, and browsers may do so from each front. */
export async function checkFiles(
  { s3, origins }: Pick<Settings, 's3' | 'origins'>,
  clock: Clock,
): Promise<readonly Finding[]> {
  if (s3 === null) return [note(WHAT, 'S3_BUCKET is not set: files are kept in DATA_DIR.')];
  // With the S3 client; a start does without.
  const { createStorage } = await import('../../storage/gateway.ts');
  const storage = createStorage({ ...s3, now: () => clock.now() });
  await storage.ping().catch((error: unknown) => {
    throw new Error(`The bucket ${s3.bucket} cannot be reached: ${reasonOf(error)}.`, { cause: error });
  });
  const key = `sessions/doctor/${randomUUID()}`;
  const bytes = Buffer.from(key);
  try {
    await storage.put(key, bytes, bytes.length, 'text/plain');
    const read = await buffer(await storage.get(key));
    if (!read.equals(bytes))
      return [wrong(WHAT, 'What was written to the bucket was read as something else.')];
  } catch (error) {
    return [wrong(WHAT, `This key may not write and read in ${s3.bucket}: ${reasonOf(error)}.`)];
  } finally {
    await storage.delete([key]).catch(() => {});
  }
  if ((await storage.head(key)) !== null)
    return [wrong(WHAT, `This key may not delete in ${s3.bucket}: ${key} is left there.`)];
  const all = Object.values(origins).map(({ canonical }) => canonical);
  const found = await Promise.all(all.map((origin) => checkOrigin(storage, origin, clock)));
  const faults = found.flat();
  return faults.length > 0
    ? faults
    : [
        right(
          WHAT,
          `${s3.bucket} is written, read and deleted in, and pages of ${all.join(', ')} may send files.`,
        ),
      ];
}

/** Whether a page of a front may send a part by a link; asks as a browser does before it sends. */
async function checkOrigin(storage: Storage, origin: string, clock: Clock): Promise<readonly Finding[]> {
  const request = { kind: 'part', uploadId: 'doctor', partNumber: 1, contentLength: null } as const;
  const url = await storage.presignParts({ key: 'sessions/doctor', expiresIn: 60, origin, request });
  const where = new URL(url).origin;
  let answer: Response;
  try {
    answer = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
  } catch {
    return [wrong(WHAT, `${where}, to which browsers send files, does not answer from here.`)];
  }
  const allowed = answer.headers.get('access-control-allow-origin');
  if (!answer.ok || (allowed !== origin && allowed !== '*'))
    return [
      wrong(
        WHAT,
        `Pages of ${origin} may not send files to ${where} (CORS): ${programCommand('storage-setup')} sets it.`,
      ),
    ];
  const date = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(date) ? [] : driftFinding('the S3', date, clock.now().epochMilliseconds);
}

/** The S3's own word for a refusal, else what the error says. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return [cause.name === 'Error' ? '' : cause.name, cause.message.split('\n')[0]].filter(Boolean).join(', ');
}
