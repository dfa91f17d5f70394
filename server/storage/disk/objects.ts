import { randomUUID } from 'node:crypto';
import { copyFile, link } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { respondEmpty, respondXml } from './call.ts';
import type { Call } from './call.ts';
import { crc32ToBase64 } from './crc32.ts';
import { StoreError, codeOf } from './errors.ts';
import type { Bytes, Layout } from './layout.ts';
import { readBytes } from './read.ts';
import { receiveBytes, receiveText } from './receive.ts';
import { decodePath } from './sigv4.ts';
import { document, element, elements, textOf } from './xml.ts';
import { readRange } from '../../lib/range.ts';

/**
 * PutObject. A link puts once: the same bytes again are accepted, others are 412, so that listed files never
 * change.
 */
export async function putObject(call: Call): Promise<void> {
  const { layout, key } = call;
  const bytes = await receiveBytes(layout, call.req, call.payload, call.maxBytes);
  try {
    const record = {
      key,
      type: call.req.headers['content-type'] ?? 'application/octet-stream',
      size: bytes.size,
      crc32: bytes.crc32,
      etag: bytes.etag,
      modified: call.now.toString(),
      uploadId: null,
      parts: [bytes],
    };
    await layout.locked(key, async () => {
      const present = call.presigned ? await layout.readObject(key) : null;
      if (present !== null && (present.size !== bytes.size || present.crc32 !== bytes.crc32))
        throw new StoreError(412, 'PreconditionFailed');
      await layout.writeObject(record);
    });
  } catch (error) {
    await layout.deleteBytes([bytes]);
    throw error;
  } finally {
    layout.busy.delete(bytes.file);
  }
  respondEmpty(call.res, 200, {
    etag: `"${bytes.etag}"`,
    'x-amz-checksum-crc32': crc32ToBase64(bytes.crc32),
  });
}

/** CopyObject: a second name for the bytes where the file system can, else a second copy. */
export async function copyObject(call: Call): Promise<void> {
  const { layout, key } = call;
  const source = decodePath(String(call.req.headers['x-amz-copy-source'])).replace(/^\//, '');
  const slash = source.indexOf('/');
  if (source.slice(0, slash) !== call.bucket) throw new StoreError(404, 'NoSuchBucket');
  const from = await layout.readObject(source.slice(slash + 1));
  if (!from) throw new StoreError(404, 'NoSuchKey');

  const copies: Bytes[] = [];
  try {
    for (const part of from.parts) copies.push(await copyBytes(layout, part));
    const record = { ...from, key, modified: call.now.toString(), uploadId: null, parts: copies };
    await layout.locked(key, () => layout.writeObject(record));
  } catch (error) {
    await layout.deleteBytes(copies);
    throw codeOf(error) === 'ENOENT' ? new StoreError(404, 'NoSuchKey') : error;
  } finally {
    for (const copy of copies) layout.busy.delete(copy.file);
  }
  const inner = element('ETag', `"${from.etag}"`) + element('LastModified', call.now.toString());
  respondXml(call.res, 200, document('CopyObjectResult', inner));
}

async function copyBytes(layout: Layout, part: Bytes): Promise<Bytes> {
  const file = randomUUID();
  layout.busy.add(file);
  const [from, tmp] = [layout.dataPath(part.file), layout.tmpPath(file)];
  try {
    await link(from, tmp).catch(async (error: unknown) => {
      if (codeOf(error) === 'ENOENT') throw error;
      await copyFile(from, tmp);
    });
    await layout.storeBytes(file);
  } catch (error) {
    layout.busy.delete(file);
    throw error;
  }
  return { ...part, file };
}

/** DeleteObject: an absent key is no error, as on S3. */
export async function deleteObject(call: Call): Promise<void> {
  await call.layout.locked(call.key, () => call.layout.deleteObject(call.key));
  respondEmpty(call.res, 204);
}

/** DeleteObjects: up to 1,000 keys. */
export async function deleteObjects(call: Call): Promise<void> {
  const keys = elements(await receiveText(call.req, call.payload), 'Object').map((one) => textOf(one, 'Key'));
  if (keys.length === 0 || keys.length > 1000) throw new StoreError(400, 'MalformedXML');
  const deleted: string[] = [];
  for (const key of keys) {
    if (key === null) throw new StoreError(400, 'MalformedXML');
    await call.layout.locked(key, () => call.layout.deleteObject(key));
    deleted.push(`<Deleted>${element('Key', key)}</Deleted>`);
  }
  respondXml(call.res, 200, document('DeleteResult', deleted.join('')));
}

/** GetObject and HeadObject, with one range. Size and CRC-32 are those recorded when the bytes arrived. */
export async function getObject(call: Call): Promise<void> {
  const { req, res, params } = call;
  const record = await call.layout.readObject(call.key);
  if (!record) throw new StoreError(404, 'NoSuchKey');
  const ifMatch = req.headers['if-match'];
  if (ifMatch !== undefined && ifMatch !== `"${record.etag}"`)
    throw new StoreError(412, 'PreconditionFailed');
  const range = readRange(req.headers.range, record.size);
  if (range === 'unsatisfiable') {
    res.setHeader('content-range', `bytes */${record.size}`);
    throw new StoreError(416, 'InvalidRange');
  }
  const { start, end } = range ?? { start: 0, end: record.size - 1 };

  if (range) res.setHeader('content-range', `bytes ${start}-${end}/${record.size}`);
  else if (req.headers['x-amz-checksum-mode'] === 'ENABLED') {
    res.setHeader('x-amz-checksum-crc32', crc32ToBase64(record.crc32));
    res.setHeader('x-amz-checksum-type', 'FULL_OBJECT');
  }
  res.setHeader('content-disposition', attachment(params.get('response-content-disposition')));
  res.writeHead(range ? 206 : 200, {
    'content-type': headerValue(params.get('response-content-type')) ?? record.type,
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl(params.get('response-cache-control')),
    etag: `"${record.etag}"`,
    'last-modified': new Date(Temporal.Instant.from(record.modified).epochMilliseconds).toUTCString(),
  });
  if (req.method === 'HEAD' || end < start) res.end();
  else await pipeline(readBytes(call.layout, record, start, end), res);
}

/** A stored file is always an attachment, whatever a link asks for. */
function attachment(requested: string | null): string {
  const value = headerValue(requested);
  return value !== null && /^attachment(;|$)/i.test(value) ? value : 'attachment';
}

/** Stored files are private, whatever a link asks for. */
function cacheControl(requested: string | null): string {
  const value = headerValue(requested);
  return value !== null && /^private(,|$)/i.test(value) ? value : 'private, no-store';
}

/** Only characters that a header may contain. */
function headerValue(text: string | null): string | null {
  return text !== null && /^[\t\x20-\x7e]+$/.test(text) ? text : null;
}
