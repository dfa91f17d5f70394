import { describe, expect, test } from 'vitest';
import { checkSigning, type SigningRequest, type UploadToSign } from './rules-parts.ts';

const fresh: UploadToSign = { size: 100_000_000, upload_id: null };
const begun: UploadToSign = { ...fresh, upload_id: 'u1' };
const unknown: UploadToSign = { size: null, upload_id: null };

describe('what is signed', () => {
  test.each<[UploadToSign, SigningRequest, object]>([
    [fresh, { method: 'PUT' }, { kind: 'put', contentLength: 100_000_000 }],
    [unknown, { method: 'PUT' }, { kind: 'put', contentLength: null }],
    [fresh, { method: 'POST' }, { kind: 'create' }],
    [
      fresh,
      { method: 'PUT', uploadId: 'u1', partNumber: 1 },
      { kind: 'part', uploadId: 'u1', partNumber: 1, contentLength: 16_777_216 },
    ],
    [
      begun,
      { method: 'PUT', uploadId: 'u1', partNumber: 6 },
      { kind: 'part', uploadId: 'u1', partNumber: 6, contentLength: 16_113_920 },
    ],
    [begun, { method: 'GET', uploadId: 'u1' }, { kind: 'parts', uploadId: 'u1' }],
    [begun, { method: 'POST', uploadId: 'u1' }, { kind: 'complete', uploadId: 'u1' }],
    [begun, { method: 'DELETE', uploadId: 'u1' }, { kind: 'abort', uploadId: 'u1' }],
  ])('%j %j is %j', (upload, asked, request) => {
    expect(checkSigning(upload, asked)).toEqual({ ok: true, value: request });
  });
});

describe('what is not', () => {
  test.each<[string, UploadToSign, SigningRequest]>([
    ['a part beyond the announced size', fresh, { method: 'PUT', uploadId: 'u1', partNumber: 7 }],
    ['a part without a number', fresh, { method: 'PUT', uploadId: 'u1' }],
    ['a part without an upload', fresh, { method: 'PUT', partNumber: 1 }],
    ['a part of another upload', begun, { method: 'PUT', uploadId: 'u2', partNumber: 1 }],
    ['a second beginning', begun, { method: 'POST' }],
    ['the whole file where parts are under way', begun, { method: 'PUT' }],
    ['the parts of another upload', begun, { method: 'GET', uploadId: 'u2' }],
    ['the parts of none', fresh, { method: 'GET' }],
    ['the end of another upload', begun, { method: 'POST', uploadId: 'u2' }],
    ['a completion of one part', begun, { method: 'POST', uploadId: 'u1', partNumber: 1 }],
    ['a list of one part', begun, { method: 'GET', uploadId: 'u1', partNumber: 1 }],
    ['a beginning with a part', fresh, { method: 'POST', partNumber: 1 }],
    ['deleting what is stored', fresh, { method: 'DELETE' }],
    ['giving another upload up', begun, { method: 'DELETE', uploadId: 'u2' }],
    ['a beginning without a size', unknown, { method: 'POST' }],
    ['a part without a size', unknown, { method: 'PUT', uploadId: 'u1', partNumber: 1 }],
  ])('%s', (_, upload, asked) => {
    expect(checkSigning(upload, asked)).toEqual({ ok: false, reason: 'invalid' });
  });
});
