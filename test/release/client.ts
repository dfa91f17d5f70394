import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type http2 from 'node:http2';
import { setTimeout as wait } from 'node:timers/promises';
import { textOf } from '#server/storage/disk/xml.ts';
import * as calls from '#shared/files/calls.ts';
import { partCount, partLength } from '#shared/files/rules.ts';
import { DEMO } from '../browser/demo.ts';
import { PASSWORD } from '../made-demo.ts';
import type { Http2Browser } from './browser.ts';
import { contentOf } from './content.ts';

const session_id = DEMO.nightDrive;

/** Signs the demo's client in. */
export const signIn = (browser: Http2Browser): Promise<object> =>
  browser.call('POST', '/api/users/login', { user: { email: 'client@demo.test', password: PASSWORD } });

/** Announces a file of a session; returns the link to put it to and its key. */
export async function announce(
  browser: Http2Browser,
  fileName: string,
  fileSize: number,
): Promise<{ readonly url: string; readonly key: string }> {
  const files = [{ fileName, fileSize }];
  const { path } = calls.uploadLink;
  const { urls } = await browser.call<{ urls: { url: string; key: string }[] }>('POST', path, {
    session_id,
    files,
  });
  if (urls[0] === undefined) throw new Error('no link');
  return urls[0];
}

/** PUTs this part of the content as it is made; in its middle it pauses. Throws unless it is answered with 200. */
export async function putContent(
  browser: Http2Browser,
  url: string,
  [from, to]: readonly [number, number],
  pauseMs = 0,
): Promise<void> {
  const stream = browser.open('PUT', url, { 'content-length': to - from });
  const answered = once(stream, 'response') as Promise<[http2.IncomingHttpHeaders]>;
  const ended = once(stream, 'close');
  let left = pauseMs;
  let at = from;
  for (const piece of contentOf(from, to)) {
    if (left > 0 && at >= (from + to) / 2) {
      await wait(left);
      left = 0;
    }
    at += piece.length;
    // An answer before the end refuses the rest.
    if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), answered]);
  }
  stream.end();
  const [headers] = await answered;
  stream.resume();
  await ended;
  const status = Number(headers[':status']);
  if (status !== 200) throw new Error(`PUT: ${status}`);
}

/** Sends the content as browsers send large files: in parts, each to a link of its own. */
export async function putInParts(browser: Http2Browser, key: string, size: number): Promise<void> {
  const sign = async (request: object): Promise<string> => {
    const body = { session_id, key, ...request };
    return (await browser.call<{ url: string }>('POST', calls.signUpload.path, body)).url;
  };
  const send = async (method: string, url: string, body?: string): Promise<string> => {
    const answer = await browser.send(method, url, body === undefined ? undefined : Buffer.from(body));
    if (answer.status !== 200) throw new Error(`${method}: ${answer.status} ${answer.body.toString()}`);
    return answer.body.toString();
  };
  const uploadId = textOf(await send('POST', await sign({ method: 'POST' })), 'UploadId') ?? '';
  let from = 0;
  for (let partNumber = 1; partNumber <= partCount(size); partNumber += 1) {
    const to = from + partLength(size, partNumber);
    await putContent(browser, await sign({ method: 'PUT', uploadId, partNumber }), [from, to]);
    from = to;
  }
  const listed = await send('GET', await sign({ method: 'GET', uploadId }));
  const parts = [...listed.matchAll(/<ETag>(.*?)<\/ETag>/g)].map(
    ([etag], at) => `<Part><PartNumber>${at + 1}</PartNumber>${etag}</Part>`,
  );
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
  await send('POST', await sign({ method: 'POST', uploadId }), body);
}

/** Has the session list what has arrived; returns a link to read this file. */
export async function linkToRead(browser: Http2Browser, fileName: string): Promise<string> {
  const files_info = { status: 'presession-uploaded' };
  await browser.call('POST', calls.filesInfo.path, { session_id, files_info });
  const query = new URLSearchParams({ session_id: String(session_id), path: fileName });
  const path = `${calls.downloadLink.path}?${query}`;
  return (await browser.call<{ downloadUrl: string }>('GET', path)).downloadUrl;
}

/** Reads all of a link, or a range; once its headers are there it pauses. Returns status, size and SHA-256. */
export async function readContent(
  browser: Http2Browser,
  url: string,
  { range, pauseMs = 0 }: { readonly range?: string; readonly pauseMs?: number } = {},
): Promise<{ readonly status: number; readonly size: number; readonly hash: string }> {
  const stream = browser.open('GET', url, range === undefined ? {} : { range });
  stream.end();
  const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
  await wait(pauseMs);
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of stream) {
    hash.update(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  return { status: Number(headers[':status']), size, hash: hash.digest('hex') };
}
