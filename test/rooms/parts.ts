import { randomBytes } from 'node:crypto';
import * as contract from '#shared/files/contract.ts';
import { partCount, PART_BYTES } from '#shared/files/rules.ts';
import type { SigningRequest } from '#shared/files/rules-parts.ts';
import { textOf } from '#server/storage/disk/xml.ts';
import { test as base, type FilesStudio } from './files.ts';
import type { TestPerson } from '../api/people.ts';

/** A file of two parts: one whole, and a short one. */
export const TWO_PARTS = randomBytes(PART_BYTES + 1000);

/** Calls of a multipart upload as a browser sends them, each signed just before. */
export function makeMultipartApi({
  api,
  filesApi,
  client,
}: Pick<FilesStudio, 'api' | 'filesApi' | 'client'>) {
  const announce = async (
    session_id: number,
    fileSize: number | undefined,
    as: TestPerson,
    more: { fileName?: string; filePath?: string; fileModified?: number } = {},
  ): Promise<string> => {
    const { body, status } = await filesApi.links(
      session_id,
      [{ fileName: 'take.wav', fileSize, ...more }],
      as,
    );
    if (status !== 200) throw new Error(`no link: ${status}`);
    return body.urls[0]?.key ?? '';
  };

  const sign = (session_id: number, key: string, asked: SigningRequest, as: TestPerson | null) =>
    api.call(contract.signUpload, { body: { session_id, key, ...asked } }, as);

  const send = async (
    session_id: number,
    key: string,
    asked: SigningRequest,
    as: TestPerson,
    body?: Buffer,
  ) => {
    const signed = await sign(session_id, key, asked, as);
    if (signed.status !== 200) throw new Error(`not signed: ${signed.status} ${signed.problem.detail}`);
    return filesApi.send(signed.body.url, { method: asked.method, ...(body === undefined ? {} : { body }) });
  };

  const begin = async (session_id: number, key: string, as: TestPerson): Promise<string> => {
    const { body } = await send(session_id, key, { method: 'POST' }, as, Buffer.alloc(0));
    return textOf(body.toString(), 'UploadId') ?? '';
  };

  /** Sends parts of a file by number; returns their ETags. */
  const sendParts = async (
    session_id: number,
    key: string,
    uploadId: string,
    bytes: Buffer,
    as: TestPerson,
    numbers: readonly number[] = Array.from({ length: partCount(bytes.length) }, (_, index) => index + 1),
  ): Promise<string[]> => {
    const etags: string[] = [];
    for (const partNumber of numbers) {
      const part = bytes.subarray((partNumber - 1) * PART_BYTES, partNumber * PART_BYTES);
      const sent = await send(session_id, key, { method: 'PUT', uploadId, partNumber }, as, part);
      if (sent.status !== 200) throw new Error(`part ${partNumber} not stored: ${sent.status}`);
      etags.push(String(sent.headers.etag));
    }
    return etags;
  };

  const complete = (
    session_id: number,
    key: string,
    uploadId: string,
    etags: readonly string[],
    as: TestPerson,
  ) => {
    const parts = etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    const xml = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    return send(session_id, key, { method: 'POST', uploadId }, as, xml);
  };

  /** TWO_PARTS, of which the first has arrived. */
  const half = async (id: number, as = client, more = {}) => {
    const key = await announce(id, TWO_PARTS.length, as, more);
    const uploadId = await begin(id, key, as);
    const [etag = ''] = await sendParts(id, key, uploadId, TWO_PARTS, as, [1]);
    return { key, uploadId, etag };
  };

  return {
    announce,
    sign,
    send,
    begin,
    sendParts,
    complete,
    half,
    rowOf: (key: string) =>
      api.db.selectFrom('uploads').selectAll().where('key', '=', key).executeTakeFirst(),
    isMarkedForDeletion: async (key: string) =>
      (await api.db.selectFrom('doomed_objects').select('key').where('key', '=', key).execute()).length === 1,
    open: (session_id: number, as: TestPerson | null) =>
      api.call(contract.openUploads, { query: { session_id } }, as),
    cancel: (session_id: number, keys: readonly string[], as: TestPerson | null) =>
      api.call(contract.cancelUploads, { body: { session_id, keys: [...keys] } }, as),
  };
}

/** `test` with `parts`, the calls of a multipart upload. */
export const test = base.extend('parts', { scope: 'file' }, ({ app, filesApi, client }) =>
  makeMultipartApi({ api: app, filesApi, client }),
);
