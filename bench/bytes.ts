import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { filesInfo, uploadLink } from '#shared/files/contract.ts';
import type { TestPerson } from '#test/api/people.ts';

export const MIB = 1024 * 1024;
const HEAD_END = '\r\n\r\n';
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

/**
 * Reads a response to its end, from the socket into one buffer so that the reader is not what holds it back; returns
 * MiB per second and milliseconds to the first byte of the body.
 */
export async function drain(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ rate: number; first: number; size: number }> {
  const { host, hostname, port, pathname, search } = new URL(url);
  const begun = performance.now();
  let head = '';
  let size = 0;
  let first = 0;
  const callback = (length: number, into: Uint8Array): boolean => {
    if (first > 0) {
      size += length;
      return true;
    }
    head += Buffer.from(into.subarray(0, length)).toString('latin1');
    const end = head.indexOf(HEAD_END) + HEAD_END.length;
    if (end < HEAD_END.length || end === head.length) return true;
    first = performance.now() - begun;
    size = head.length - end;
    return true;
  };
  const buffer = Buffer.alloc(256 * 1024);
  const socket = connect({ host: hostname, port: Number(port), onread: { buffer, callback } });
  const lines = Object.entries({ host, connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}${HEAD_END}`);
  await once(socket, 'close');
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
  if (!head.startsWith('HTTP/1.1 200') || size !== length)
    throw new Error(`${url} answered ${head.split('\r\n')[0]} and ${size} of ${length} bytes`);
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
