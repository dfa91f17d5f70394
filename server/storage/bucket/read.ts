import { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { ObjectChanged, type Bytes, type Pin, type Storage } from '../../ctx/storage.ts';
import { Body } from './body.ts';
import { createCaller, hasStatus, LIMITS, unquoted, type ClientOptions } from './calls.ts';

/** Reads objects of a bucket (docs/product/storage.md#pinned-reads). */
export function reader(
  options: ClientOptions & { readonly endpoint: string | null },
  Bucket: string,
): Storage['get'] {
  const callWithLimit = createCaller(options, options.endpoint, 'bodies');

  /** What is left of a range after its first bytes. */
  const open = async (
    Key: string,
    range: Bytes | undefined,
    pin: Pin | null,
    passed: number,
  ): Promise<Readable> => {
    const from = (range?.start ?? 0) + passed;
    const Range = range || passed > 0 ? `bytes=${from}-${range?.end ?? ''}` : undefined;
    const IfMatch = pin ? `"${pin.etag}"` : undefined;
    const VersionId = pin?.version ?? undefined;
    try {
      const {
        Body: body,
        ETag,
        ContentRange,
      } = await callWithLimit(LIMITS.call, (client, call) =>
        client.send(new GetObjectCommand({ Bucket, Key, Range, IfMatch, VersionId }), call),
      );
      if (!(body instanceof Readable)) throw new Error('Storage answered without a body');
      // A service may ignore the conditions.
      const isOther = pin !== null && unquoted(ETag) !== pin.etag;
      if (!isOther && (passed === 0 || ContentRange?.startsWith(`bytes ${from}-`) === true)) return body;
      body.destroy();
      throw isOther ? new ObjectChanged(Key) : new Error('Storage answered with another range');
    } catch (error) {
      if (pin && hasStatus(error, 404, 412)) throw new ObjectChanged(Key);
      throw error;
    }
  };

  return async (key, { range, pin = null } = {}) => {
    const body = await open(key, range, pin, 0);
    if (options.agent) return body;
    // Only a pin says that the rest is of the same bytes.
    const reopen = pin ? (passed: number) => open(key, range, pin, passed) : null;
    return new Body(body, { idle: LIMITS.idle, reopen });
  };
}
