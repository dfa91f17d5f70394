import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { crc32 } from 'node:zlib';
import { freeBytes } from '../../lib/free-bytes.ts';
import { crc32ToBase64 } from './crc32.ts';
import { StoreError, codeOf } from './errors.ts';
import type { Bytes, Layout } from './layout.ts';

/** A sender that is silent for this long is cut off. */
const IDLE_MS = 5 * 60_000;
/** The longest document in a request (a completion, a list of keys), in bytes. */
const DOCUMENT_LIMIT = 4 * 1024 * 1024;

/**
 * Writes a body to a new data file with its CRC-32: temp file, fsync, rename. Any failure leaves nothing. The
 * caller names the file in a record, then calls `layout.busy.delete`.
 */
export async function receiveBytes(
  layout: Layout,
  req: IncomingMessage,
  payload: string,
  maxBytes: number,
): Promise<Bytes> {
  const size = declaredLength(req, maxBytes);
  if (payload.startsWith('STREAMING-'))
    throw new StoreError(501, 'NotImplemented', 'Chunk signing is not supported');
  const file = randomUUID();
  layout.busy.add(file);
  try {
    const sum = await writeBody(layout.tmpPath(file), req, size, payload);
    await layout.storeBytes(file);
    return { file, size, crc32: sum, etag: randomUUID().replaceAll('-', '') };
  } catch (error) {
    await rm(layout.tmpPath(file), { force: true });
    await rm(layout.dataPath(file), { force: true });
    layout.busy.delete(file);
    throw error;
  }
}

/** A small body in memory, checked against its signed hash. */
export async function receiveText(req: IncomingMessage, payload: string): Promise<string> {
  declaredLength(req, DOCUMENT_LIMIT);
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  checkHash(payload, createHash('sha256').update(body).digest('hex'));
  return body.toString('utf8');
}

/** Content-Length, checked before a byte is read. */
function declaredLength(req: IncomingMessage, maxBytes: number): number {
  const header = req.headers['content-length'];
  if (header === undefined || req.headers['transfer-encoding'] !== undefined) {
    throw new StoreError(411, 'MissingContentLength');
  }
  const size = Number(header);
  if (!Number.isSafeInteger(size)) throw new StoreError(400, 'InvalidArgument');
  if (size > maxBytes) throw new StoreError(400, 'EntityTooLarge');
  return size;
}

async function writeBody(path: string, req: IncomingMessage, size: number, payload: string): Promise<number> {
  const hash = payload === 'UNSIGNED-PAYLOAD' ? null : createHash('sha256');
  const md5 = req.headers['content-md5'] === undefined ? null : createHash('md5');
  let got = 0;
  let sum = 0;
  const handle = await open(path, 'wx');
  try {
    limitIdle(req, IDLE_MS);
    // The request must survive a failed write, so that it can still be answered with 507.
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      got += chunk.length;
      if (got > size) throw new StoreError(400, 'IncompleteBody');
      sum = crc32(chunk, sum);
      hash?.update(chunk);
      md5?.update(chunk);
      await writeAll(handle, chunk);
      // Only chunks from a network connection own their buffer.
      if (req.socket instanceof Socket) freeBytes(chunk);
    }
    if (got !== size) throw new StoreError(400, 'IncompleteBody');
    if (hash) checkHash(payload, hash.digest('hex'));
    if (md5 && md5.digest('base64') !== req.headers['content-md5']) throw new StoreError(400, 'BadDigest');
    const declared = req.headers['x-amz-checksum-crc32'];
    if (declared !== undefined && declared !== crc32ToBase64(sum)) throw new StoreError(400, 'BadDigest');
    await handle.sync();
  } catch (error) {
    if (codeOf(error) === 'ECONNRESET' || codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE') {
      throw new StoreError(400, 'IncompleteBody');
    }
    throw error;
  } finally {
    limitIdle(req, 0);
    await handle.close();
  }
  return sum;
}

/** 0 removes the limit. An in-process connection is no socket and has no timeout. */
function limitIdle(req: IncomingMessage, ms: number): void {
  if (req.socket instanceof Socket) req.setTimeout(ms, ms > 0 ? () => req.destroy() : undefined);
}

async function writeAll(handle: FileHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, written);
    written += bytesWritten;
  }
}

function checkHash(payload: string, actual: string): void {
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== actual) {
    throw new StoreError(400, 'XAmzContentSHA256Mismatch');
  }
}
