import { fail, ok, type Result } from '../lib/result.ts';
import { partCount, partLength } from './rules.ts';

/** What is known of an upload: the announced size in bytes, and its id at storage once a request has named one. */
export interface JudgedUpload {
  readonly size: number | null;
  readonly upload_id: string | null;
}

/** One request that a browser wants signed, as its uploader names it. */
export interface AskedRequest {
  readonly method: 'POST' | 'PUT' | 'GET' | 'DELETE';
  readonly uploadId?: string | undefined;
  readonly partNumber?: number | undefined;
}

/** What is signed: the whole file at once, or one request of an upload in parts; lengths in bytes. */
export type UploadRequest =
  | { readonly kind: 'put'; readonly contentLength: number | null }
  | { readonly kind: 'create' }
  | {
      readonly kind: 'part';
      readonly uploadId: string;
      readonly partNumber: number;
      readonly contentLength: number;
    }
  | { readonly kind: 'parts' | 'complete' | 'abort'; readonly uploadId: string };

const OF_AN_UPLOAD = { POST: 'complete', GET: 'parts', DELETE: 'abort' } as const;

/**
 * Which request of an upload is asked for. An upload has one id at storage, and nothing but that one is signed; a part must be
 * one that a file of the announced size has, in parts of 16 MiB.
 */
export function judgeSigning(upload: JudgedUpload, asked: AskedRequest): Result<UploadRequest, 'invalid'> {
  const { method, uploadId, partNumber } = asked;
  const isBegun = upload.upload_id !== null;
  if ((method === 'PUT' && uploadId !== undefined) !== (partNumber !== undefined)) return fail('invalid');
  if (uploadId === undefined) {
    if (isBegun) return fail('invalid');
    if (method === 'PUT') return ok({ kind: 'put', contentLength: upload.size });
    return method === 'POST' && upload.size !== null ? ok({ kind: 'create' }) : fail('invalid');
  }
  if (upload.size === null || (isBegun && upload.upload_id !== uploadId)) return fail('invalid');
  if (method !== 'PUT') return ok({ kind: OF_AN_UPLOAD[method], uploadId });
  if (partNumber === undefined || partNumber > partCount(upload.size)) return fail('invalid');
  return ok({ kind: 'part', uploadId, partNumber, contentLength: partLength(upload.size, partNumber) });
}
