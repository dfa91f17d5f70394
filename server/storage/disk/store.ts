import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../../lib/log.ts';
import type { ListedObject } from '../../ctx/storage.ts';
import { respondEmpty, respondXml } from './call.ts';
import type { Call } from './call.ts';
import { directChanges } from './direct.ts';
import { StoreError, toStoreError } from './errors.ts';
import { Layout } from './layout.ts';
import { listObjects, listStored } from './listing.ts';
import { abortUpload, completeUpload, createUpload, listParts, putPart } from './multipart.ts';
import { copyObject, deleteObject, deleteObjects, getObject, putObject } from './objects.ts';
import { directReads } from './read.ts';
import { decodePath, splitUrl, verifySignature } from './sigv4.ts';
import { sweep } from './sweep.ts';
import type { Swept } from './sweep.ts';
import { document, element } from './xml.ts';

const MAX_KEY_BYTES = 1024;
/** How long a refused sender may read the response before the connection is cut. */
const LINGER_MS = 2000;

/** Options of the store. */
export interface DiskStoreOptions {
  readonly dir: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly now: () => Temporal.Instant;
  /** The largest object in bytes. */
  readonly maxObjectBytes: number;
  readonly log: Log;
  /** Whether this process deletes what a crash left, true by default: the folder belongs to one process. */
  readonly sweep?: boolean;
}

/** The S3 subset that the product needs, on local disk. */
export interface DiskStore {
  /** Responds to one request; never throws. `path` is the encoded path below the mount, with or without the query. */
  handle(req: IncomingMessage, res: ServerResponse, path: string): Promise<void>;
  /** The same inside this process, without a request. */
  readonly direct: ReturnType<typeof directReads> & ReturnType<typeof directChanges>;
  /** Every object with the size of its bytes on disk. */
  list(): AsyncIterable<ListedObject>;
  /** Deletes what crashes and abandoned uploads left. */
  sweep(): Promise<Swept>;
}

/** Opens the folder, creates what is missing, and starts a sweep. Throws when the folder cannot be written. */
export async function createDiskStore(options: DiskStoreOptions): Promise<DiskStore> {
  const layout = new Layout(options.dir);
  await layout.prepare();
  // Not awaited: the start stays fast however many files exist.
  if (options.sweep !== false)
    sweep(layout, options.now()).catch((error: unknown) => {
      options.log.error({ err: error }, 'storage could not be swept');
    });
  return {
    async handle(req, res, path) {
      try {
        setCommonHeaders(res, options.now());
        if (req.method === 'OPTIONS') preflight(req, res);
        else await route(parseCall(options, layout, req, res, path));
      } catch (error) {
        sendError(options, req, res, error);
      }
    },
    direct: { ...directReads(layout), ...directChanges({ ...options, layout }) },
    list: () => listStored(layout),
    sweep: () => sweep(layout, options.now()),
  };
}

/**
 * On every response: an attachment, never sniffed, never run (docs/product/storage.md#what-our-store-refuses).
 * Signatures guard, not origins.
 */
function setCommonHeaders(res: ServerResponse, now: Temporal.Instant): void {
  // Callers set their clocks by this.
  res.setHeader('date', new Date(now.epochMilliseconds).toUTCString());
  res.setHeader('content-disposition', 'attachment');
  res.setHeader('x-content-type-options', 'nosniff');
  res.setHeader('content-security-policy', 'sandbox');
  res.setHeader('access-control-allow-origin', '*');
  res.setHeader('access-control-expose-headers', 'ETag, Content-Range, Content-Length, x-amz-checksum-crc32');
}

function preflight(req: IncomingMessage, res: ServerResponse): void {
  respondEmpty(res, 200, {
    'access-control-allow-methods': 'GET, HEAD, PUT, POST, DELETE',
    'access-control-allow-headers': req.headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': '300',
  });
}

function parseCall(
  options: DiskStoreOptions,
  layout: Layout,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Call {
  const now = options.now();
  const { payload, presigned } = verifySignature(req, options, now);
  const [, bucket = '', ...rest] = decodePath(splitUrl(path)[0]).split('/');
  if (bucket !== options.bucket) throw new StoreError(404, 'NoSuchBucket');
  const key = rest.join('/');
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new StoreError(400, 'KeyTooLongError');
  const params = new URLSearchParams(splitUrl(req.url ?? '')[1]);
  return { req, res, layout, bucket, key, params, payload, presigned, now, maxBytes: options.maxObjectBytes };
}

async function route(call: Call): Promise<void> {
  const verb = call.key === '' ? bucketVerb(call) : objectVerb(call);
  if (!verb) throw new StoreError(501, 'NotImplemented');
  await verb(call);
}

type Verb = (call: Call) => Promise<void>;

function bucketVerb({ req, params }: Call): Verb | null {
  if (req.method === 'PUT' && params.size === 0) return bucketIsThere;
  if (req.method === 'HEAD') return bucketIsThere;
  if (req.method === 'GET') return listObjects;
  return req.method === 'POST' && params.has('delete') ? deleteObjects : null;
}

function objectVerb({ req, params }: Call): Verb | null {
  const part = params.has('uploadId');
  switch (req.method) {
    case 'GET':
      return part ? listParts : getObject;
    case 'HEAD':
      return getObject;
    case 'PUT':
      if (part) return putPart;
      return req.headers['x-amz-copy-source'] === undefined ? putObject : copyObject;
    case 'POST':
      if (part) return completeUpload;
      return params.has('uploads') ? createUpload : null;
    case 'DELETE':
      return part ? abortUpload : deleteObject;
    default:
      return null;
  }
}

async function bucketIsThere({ res }: Call): Promise<void> {
  respondEmpty(res, 200);
}

function sendError(
  options: DiskStoreOptions,
  req: IncomingMessage,
  res: ServerResponse,
  error: unknown,
): void {
  const known = toStoreError(error);
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  if (known.status >= 500) options.log.error({ err: error }, 'storage call failed');
  cutWhenStillSending(req);
  if (req.method === 'HEAD') res.writeHead(known.status).end();
  else {
    const inner = element('Code', known.code) + element('Message', known.message);
    respondXml(res, known.status, document('Error', inner));
  }
}

/** A refused sender gets a moment to read why; the rest of its body is not awaited. */
function cutWhenStillSending(req: IncomingMessage): void {
  if (req.complete) return;
  const timer = setTimeout(() => req.destroy(), LINGER_MS);
  timer.unref();
  req.once('close', () => clearTimeout(timer));
  req.once('end', () => clearTimeout(timer));
  req.resume();
}
