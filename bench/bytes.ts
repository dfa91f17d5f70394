import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { filesInfo, uploadLink } from '#shared/files/contract.ts';
import type { TestPerson } from '#test/api/people.ts';

export const MIB = 1024 * 1024;
const BLOCK = randomBytes(MIB);

/** A rate as text. */
export const perSecond = (rate: number): string => `${rate.toFixed(0)} MiB/s`;

/** PUTs `size` bytes of repeated `block`; returns MiB per second. Throws when refused. */
export async function put(
  url: string,
  size: number,
  headers: Record<string, string> = {},
  block: Buffer = BLOCK,
): Promise<number> {
  const begun = performance.now();
  const call = request(url, { method: 'PUT', headers: { ...headers, 'content-length': String(size) } });
  const answered = once(call, 'response');
  for (let left = size; left > 0; left -= MIB)
    if (!call.write(left >= MIB ? block : block.subarray(0, left))) await once(call, 'drain');
  call.end();
  const [response] = (await answered) as [import('node:http').IncomingMessage];
  response.resume();
  await once(response, 'end');
  if ((response.statusCode ?? 0) >= 300) throw new Error(`${url} answered ${response.statusCode}`);
  return size / MIB / ((performance.now() - begun) / 1000);
}

/** Reads a response to its end; returns MiB per second and milliseconds to the first byte. */
export async function drain(
  url: string,
  headers: Record<string, string>,
): Promise<{ rate: number; first: number; size: number }> {
  const begun = performance.now();
  const call = request(url, { headers }).end();
  const [response] = (await once(call, 'response')) as [import('node:http').IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  let size = 0;
  let first = 0;
  for await (const chunk of response) {
    if (size === 0) first = performance.now() - begun;
    size += (chunk as Buffer).length;
  }
  return { rate: size / MIB / ((performance.now() - begun) / 1000), first, size };
}

/** Upload links for files of these sizes, as the session's client. */
export async function links(
  origin: string,
  client: TestPerson,
  session_id: number,
  sizes: readonly number[],
): Promise<string[]> {
  const fileType = 'application/octet-stream';
  const files = sizes.map((fileSize, n) => ({
    fileName: `Track ${Date.now()}-${n}.wav`,
    fileType,
    fileSize,
  }));
  const body = await send(origin + uploadLink.path, origin, client, { session_id, files });
  return (body as { urls: { url: string }[] }).urls.map(({ url }) => url);
}

/** Reports that files have arrived. */
export async function arrived(origin: string, client: TestPerson, session_id: number): Promise<void> {
  await send(origin + filesInfo.path, origin, client, {
    session_id,
    files_info: { status: 'presession-uploaded' },
  });
}

async function send(url: string, origin: string, client: TestPerson, body: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { origin, cookie: client.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
