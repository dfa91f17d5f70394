import { fail, ok, type Result } from '../lib/result.ts';
import { partCount, partLength } from './rules.ts';

/** An upload as signing sees it: the announced size in bytes, and its id at storage once a request has named one. */
export interface UploadToSign {
  readonly size: number | null;
  readonly upload_id: string | null;
}

/** One request that a browser wants signed. */
export interface SigningRequest {
  readonly method: 'POST' | 'PUT' | 'GET' | 'DELETE';
  readonly uploadId?: string | undefined;
  readonly partNumber?: number | undefined;
}

/** What is signed: the whole file, or one request of a multipart upload. Lengths in bytes. */
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

const KIND_BY_METHOD = { POST: 'complete', GET: 'parts', DELETE: 'abort' } as const;

/**
 * The request to sign, or `invalid`. An upload has one id at storage, and a part must be one of a file of the
 * announced size (docs/product/files.md#upload-links).
 */
export function checkSigning(
  upload: UploadToSign,
  request: SigningRequest,
): Result<UploadRequest, 'invalid'> {
  const { method, uploadId, partNumber } = request;
  const hasUploadId = upload.upload_id !== null;
  if ((method === 'PUT' && uploadId !== undefined) !== (partNumber !== undefined)) return fail('invalid');
  if (uploadId === undefined) {
    if (hasUploadId) return fail('invalid');
    if (method === 'PUT') return ok({ kind: 'put', contentLength: upload.size });
    return method === 'POST' && upload.size !== null ? ok({ kind: 'create' }) : fail('invalid');
  }
  if (upload.size === null || (hasUploadId && upload.upload_id !== uploadId)) return fail('invalid');
  if (method !== 'PUT') return ok({ kind: KIND_BY_METHOD[method], uploadId });
  if (partNumber === undefined || partNumber > partCount(upload.size)) return fail('invalid');
  return ok({ kind: 'part', uploadId, partNumber, contentLength: partLength(upload.size, partNumber) });
}
