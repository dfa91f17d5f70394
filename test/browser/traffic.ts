import { createHash, randomFillSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { CDPSession, Page, Request } from '@playwright/test';
import type { Faults } from './watch.ts';

/** What travels between a window and storage, and how fast; large files for it, and what became of them. */

const MIB = 2 ** 20;

/** Writes a file of noise, so that no two parts of it are alike. Answers its SHA-256. */
export function makeNoise(file: string, mebibytes: number): string {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const hash = createHash('sha256');
  const open = fs.openSync(file, 'w');
  const block = Buffer.alloc(MIB);
  for (let at = 0; at < mebibytes; at += 1) {
    fs.writeSync(open, randomFillSync(block));
    hash.update(block);
  }
  fs.closeSync(open);
  return hash.digest('hex');
}

/** A window's limits are those of the debugger's session that set them: one for each page, or none would ever be lifted. */
const networks = new WeakMap<Page, CDPSession>();

/** Sends at this many bytes a second; null is as fast as it goes. */
export async function throttle(page: Page, bytesPerSecond: number | null): Promise<void> {
  const network = networks.get(page) ?? (await page.context().newCDPSession(page));
  networks.set(page, network);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond ?? -1,
  });
}

const numberOf = (request: Request) => Number(new URL(request.url()).searchParams.get('partNumber'));

/** So slow that a large file is still on its way whenever a busy machine looks, and its small calls are not held up. */
const CRAWL = 100_000;

/**
 * The numbers of the parts that storage took, as they come. After so many the window sends at a crawl until it is told otherwise, so
 * that what the test does next comes in the middle.
 */
export function watchParts(page: Page, crawlAfter: number): { sent: number[]; kept: number[] } {
  const parts: { sent: number[]; kept: number[] } = { sent: [], kept: [] };
  page.on('request', (request) => {
    if (request.method() === 'PUT' && numberOf(request) > 0) parts.sent.push(numberOf(request));
  });
  page.on('response', (response) => {
    const number = numberOf(response.request());
    if (response.request().method() === 'PUT' && number > 0 && response.ok()) {
      parts.kept.push(number);
      if (parts.kept.length === crawlAfter) void throttle(page, CRAWL);
    }
  });
  return parts;
}

/** What the studio has of a session's files: the checksum of each by its path. */
export async function stored(
  page: Page,
  id: number,
  folder: 'user' | 'output' = 'user',
): Promise<Record<string, string>> {
  const list = await page.request.get(`/api/sessions/list-files?session_id=${id}&folder=${folder}`);
  const { files } = (await list.json()) as { files: { filePath: string }[] };
  const sums: Record<string, string> = {};
  for (const { filePath } of files) {
    const query = new URLSearchParams({ session_id: String(id), folder, path: filePath });
    const link = await page.request.get(`/api/files/get-download-link?${query.toString()}`);
    const { downloadUrl } = (await link.json()) as { downloadUrl: string };
    // Not by the window, whose tracing would keep all of it.
    const bytes = await fetch(new URL(downloadUrl, page.url()));
    sums[filePath] = createHash('sha256')
      .update(Buffer.from(await bytes.arrayBuffer()))
      .digest('hex');
  }
  return sums;
}

/** An address that a window may read, and the cookies that it reads it with: for what should not pass through the window's tracing. */
export async function readingOf(page: Page, href: string): Promise<{ url: string; cookie: string }> {
  const url = new URL(href, page.url()).href;
  const cookies = await page.context().cookies(url);
  return { url, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

type Reading = Awaited<ReturnType<typeof readingOf>>;

/** Begins to download into a file, and calls `midway` once that many bytes are on disk. Answers what is known of a download that broke off. */
export async function downloadUntilCut(
  { url, cookie }: Reading,
  file: string,
  bytes: number,
  midway: () => Promise<void>,
): Promise<{ etag: string; length: number; received: number }> {
  const answer = await fetch(url, { headers: { cookie } });
  if (answer.status !== 200 || answer.body === null)
    throw new Error(`the download answered ${answer.status}`);
  const open = fs.openSync(file, 'w');
  let received = 0;
  let broken = false;
  try {
    for await (const chunk of answer.body) {
      fs.writeSync(open, chunk);
      received += chunk.length;
      if (broken || received < bytes) continue;
      broken = true;
      await midway();
    }
  } catch (error) {
    if (!broken) throw error;
  } finally {
    fs.closeSync(open);
  }
  const length = Number(answer.headers.get('content-length'));
  return { etag: answer.headers.get('etag') ?? '', length, received };
}

/** Goes on with a broken download where it stopped. Throws where the server would begin again. */
export async function resumeDownload({ url, cookie }: Reading, file: string, etag: string): Promise<void> {
  const from = fs.statSync(file).size;
  const answer = await fetch(url, { headers: { cookie, range: `bytes=${from}-`, 'if-range': etag } });
  if (answer.status !== 206) throw new Error(`going on at ${from} answered ${answer.status}`);
  fs.appendFileSync(file, Buffer.from(await answer.arrayBuffer()));
}

/** A server that is away is what the test wants. */
export function expectAbsence(faults: Faults): void {
  faults.allow(/net::ERR_|50[234]: /);
}

/** Loads the page again without live updates: its screens then ask every minute. */
export async function withoutLive(page: Page, faults: Faults): Promise<void> {
  faults.allow(/net::ERR_FAILED/);
  await page.context().route('**/api/v2/events', (route) => route.abort());
  await page.reload();
}
