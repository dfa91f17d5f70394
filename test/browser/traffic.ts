import { createHash, randomFillSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { CDPSession, Page, Request } from '@playwright/test';
import type { Faults } from './watch.ts';

/** Traffic between a window and storage, its speed, and large files. */

const MIB = 2 ** 20;

/** Writes a file of random bytes. Returns its SHA-256. */
export function writeRandomFile(file: string, mebibytes: number): string {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const hash = createHash('sha256');
  const handle = fs.openSync(file, 'w');
  const block = Buffer.alloc(MIB);
  for (let at = 0; at < mebibytes; at += 1) {
    fs.writeSync(handle, randomFillSync(block));
    hash.update(block);
  }
  fs.closeSync(handle);
  return hash.digest('hex');
}

/** Network limits belong to the CDP session that set them: one per page, or they could not be lifted. */
const networks = new WeakMap<Page, CDPSession>();

/** Upload rate in bytes per second; null: unlimited. */
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

/** Slow enough that a large file is still uploading, fast enough for small calls. */
const SLOW_BYTES_PER_SECOND = 100_000;

/**
 * Numbers of uploaded parts. After a number of them the window is throttled, so that the test acts in the middle of the
 * upload.
 */
export function watchParts(page: Page, throttleAfter: number): { sent: number[]; stored: number[] } {
  const parts: { sent: number[]; stored: number[] } = { sent: [], stored: [] };
  // A small file is a single part.
  const inParts = new Set<string>();
  const numberOf = (request: Request): number => {
    const { pathname, searchParams } = new URL(request.url());
    const isMultipart = searchParams.has('uploads') || searchParams.has('uploadId');
    if (request.method() !== 'PUT' && isMultipart) inParts.add(pathname);
    return inParts.has(pathname) ? Number(searchParams.get('partNumber') ?? 0) : 0;
  };
  page.on('request', (request) => {
    const number = numberOf(request);
    if (request.method() === 'PUT' && number > 0) parts.sent.push(number);
  });
  page.on('response', (response) => {
    const number = numberOf(response.request());
    if (response.request().method() === 'PUT' && number > 0 && response.ok()) {
      parts.stored.push(number);
      if (parts.stored.length === throttleAfter) void throttle(page, SLOW_BYTES_PER_SECOND);
    }
  });
  return parts;
}

/** Checksums of a session's files by path. */
export async function storedChecksums(
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
    // Not through the window, whose tracing would store all bytes.
    const bytes = await fetch(new URL(downloadUrl, page.url()));
    sums[filePath] = createHash('sha256')
      .update(Buffer.from(await bytes.arrayBuffer()))
      .digest('hex');
  }
  return sums;
}

/** An address with the window's cookies, for requests outside of its tracing. */
export async function downloadRequest(page: Page, href: string): Promise<{ url: string; cookie: string }> {
  const url = new URL(href, page.url()).href;
  const cookies = await page.context().cookies(url);
  return { url, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

type DownloadRequest = Awaited<ReturnType<typeof downloadRequest>>;

/** Downloads into a file and calls `midway` after that many bytes. Returns what is known of a broken download. */
export async function downloadUntilAborted(
  { url, cookie }: DownloadRequest,
  file: string,
  bytes: number,
  abort: () => Promise<void>,
): Promise<{ etag: string; length: number; received: number }> {
  const answer = await fetch(url, { headers: { cookie } });
  if (answer.status !== 200 || answer.body === null)
    throw new Error(`the download answered ${answer.status}`);
  const handle = fs.openSync(file, 'w');
  let received = 0;
  let isAborted = false;
  try {
    for await (const chunk of answer.body) {
      fs.writeSync(handle, chunk);
      received += chunk.length;
      if (isAborted || received < bytes) continue;
      isAborted = true;
      await abort();
    }
  } catch (error) {
    if (!isAborted) throw error;
  } finally {
    fs.closeSync(handle);
  }
  const length = Number(answer.headers.get('content-length'));
  return { etag: answer.headers.get('etag') ?? '', length, received };
}

/** Resumes a broken download. Throws if the server would start over. */
export async function resumeDownload(
  { url, cookie }: DownloadRequest,
  file: string,
  etag: string,
): Promise<void> {
  const from = fs.statSync(file).size;
  const answer = await fetch(url, { headers: { cookie, range: `bytes=${from}-`, 'if-range': etag } });
  if (answer.status !== 206) throw new Error(`going on at ${from} answered ${answer.status}`);
  fs.appendFileSync(file, Buffer.from(await answer.arrayBuffer()));
}

/** The server is down on purpose. */
export function allowServerDown(faults: Faults): void {
  faults.allow(/net::ERR_|50[234]: /);
}

/** Reloads without live updates, so that screens poll every minute. */
export async function reloadWithoutLive(page: Page, faults: Faults): Promise<void> {
  faults.allow(/net::ERR_FAILED/);
  await page.context().route('**/api/v2/events', (route) => route.abort());
  await page.reload();
}
