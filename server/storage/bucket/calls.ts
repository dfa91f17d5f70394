import type { Agent } from 'node:http';
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { systemClock } from '../../lib/clock.ts';
import { traced } from '../../lib/tracing/span.ts';
import { StorageUnavailable } from '../../ctx/storage.ts';
import { readHandler } from './read-handler.ts';

/** Time limits of calls to an S3, in milliseconds (docs/product/storage.md#time-limits). */
export const LIMITS = {
  connect: 2000,
  call: 4000,
  ping: 1500,
  prepare: 10_000,
  /** Jobs that have the service delete or list much. */
  job: 60_000,
  /** Between two chunks of a body that is being read; the whole body may take any time. */
  idle: 30_000,
} as const;

/** The limit for a call that moves that many bytes, in milliseconds: 30 s, and no slower than 1 MiB a second. */
export const limitFor = (bytes: number): number => 30_000 + Math.ceil(bytes / 1024);

/** More connections than the SDK's 50, so that slow downloads delay nobody. */
const MAX_SOCKETS = 500;

/** The keys of a client. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Which service, with which keys; `agent` reaches our own store inside this process. */
export interface ClientOptions extends Credentials {
  readonly region: string;
  readonly agent?: Agent;
  readonly now: () => Temporal.Instant;
}

/** What a client's connections read: answers, or whole files. */
export type Reading = 'answers' | 'bodies';

/** A client for a service; without an endpoint, that of the region at Amazon. */
export function clientFor(
  options: ClientOptions,
  endpoint: string | null,
  what: Reading = 'answers',
): S3Client {
  const { region, accessKeyId, secretAccessKey, agent } = options;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestHandler: agent
      ? { httpAgent: agent }
      : {
          connectionTimeout: LIMITS.connect,
          httpAgent: { maxSockets: MAX_SOCKETS },
          httpsAgent: { maxSockets: MAX_SOCKETS },
        },
    // Otherwise a presigned PUT carries the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  if (what === 'bodies' && !agent)
    client.config.requestHandler = readHandler(client.config.requestHandler, MAX_SOCKETS);
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        const { body, headers } = args.request as { body?: unknown; headers: Record<string, string> };
        // Services older than the SDK's checksums accept DeleteObjects only with an MD5.
        if (commandName === 'DeleteObjectsCommand' && typeof body === 'string')
          headers['content-md5'] = createHash('md5').update(body).digest('base64');
        return next(args);
      },
    { step: 'build' },
  );
  // Later than the step at which signing a link ends, which calls nobody.
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        const method = (commandName ?? '').replace(/Command$/, '');
        const attributes = { 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': method };
        return traced({ name: `S3/${method}`, kind: 'client', attributes }, () => next(args));
      },
    { step: 'finalizeRequest', priority: 'high' },
  );
  return client;
}

/** One call to the service with its abort signal. */
type Call<T> = (client: S3Client, options: { abortSignal?: AbortSignal }) => Promise<T>;

/** Runs calls with a time limit; a service that is unavailable, too busy or too slow throws StorageUnavailable. */
export type CallWithLimit = <T>(limit: number, call: Call<T>) => Promise<T>;

/** Our own store runs in this process, by its clock: its calls have no time limit. */
export function createCaller(options: ClientOptions, endpoint: string | null, what?: Reading): CallWithLimit {
  const client = clientFor(options, endpoint, what);
  if (options.agent) {
    return (_limit, call) => {
      client.config.systemClockOffset = options.now().epochMilliseconds - systemClock.now().epochMilliseconds;
      return throwUnavailable(call(client, {}));
    };
  }
  return async (limit, call) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), limit);
    try {
      return await throwUnavailable(call(client, { abortSignal: late.signal }));
    } catch (error) {
      throw late.signal.aborted ? new StorageUnavailable(error) : error;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Whether the service is unavailable (no connection, its own fault, too busy) rather than refusing. */
async function throwUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isUnavailable(error)) throw new StorageUnavailable(error);
    throw error;
  }
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof S3ServiceException) {
    const { httpStatusCode = 500 } = error.$metadata;
    return httpStatusCode >= 500 || httpStatusCode === 429;
  }
  return error instanceof Error && ('code' in error || error.name === 'TimeoutError');
}

/** Whether the service refused a call with one of these statuses. */
export function hasStatus(error: unknown, ...statuses: readonly number[]): boolean {
  return error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);
}

/** An ETag without quotes; some services send it without. */
export const unquoted = (etag: string | undefined): string => (etag ?? '').replaceAll('"', '');
