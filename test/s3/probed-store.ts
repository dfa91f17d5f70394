import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { test as base } from 'vitest';
import type { Storage } from '#server/ctx/storage.ts';

/** A store under test: by the SDK and by our gateway. */
interface ProbedStore {
  readonly s3: S3Client;
  readonly storage: Storage;
  readonly bucket: string;
  /** The page's origin. */
  readonly origin: string;
}

/** Opens a store; `onCleanup` takes what closes it after the file's last test. */
export type OpenStore = (
  onCleanup: (close: () => Promise<void>) => void,
) => ProbedStore | Promise<ProbedStore>;

/** `test` with a prepared store for the file. */
export const probeTest = (open: OpenStore) =>
  base.extend('store', { scope: 'file' }, async ({}, { onCleanup }): Promise<ProbedStore> => {
    const store = await open(onCleanup);
    await store.storage.prepare();
    return store;
  });
export type ProbeTest = ReturnType<typeof probeTest>;

/** A complete body. */
export const bytesOf = async (body: Readable): Promise<Buffer> => Buffer.concat(await body.toArray());

/** The error code of a refusal. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
}
