import { respondEmpty, respondXml } from './call.ts';
import type { Call } from './call.ts';
import { crc32ToBase64 } from './crc32.ts';
import { StoreError, codeOf } from './errors.ts';
import { receiveBytes, receiveText } from './receive.ts';
import { splitUrl } from './sigv4.ts';
import * as steps from './upload-steps.ts';
import { document, element, elements, textOf } from './xml.ts';

const MAX_PARTS = 10_000;
const PART_PAGE = 1000;

/** CreateMultipartUpload. */
export async function createUpload(call: Call): Promise<void> {
  const id = await steps.create(call, call.req.headers['content-type'] ?? 'application/octet-stream');
  const inner = element('Bucket', call.bucket) + element('Key', call.key) + element('UploadId', id);
  respondXml(call.res, 200, document('InitiateMultipartUploadResult', inner));
}

/** UploadPart: a part sent again replaces the earlier one. */
export async function putPart(call: Call): Promise<void> {
  const { layout, key } = call;
  const upload = await steps.open(uploadOf(call));
  const number = Number(call.params.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS) {
    throw new StoreError(400, 'InvalidArgument');
  }
  const bytes = await receiveBytes(layout, call.req, call.payload, call.maxBytes);
  try {
    await layout.locked(key, async () => {
      const before = await layout.part(upload.id, number);
      await layout.writePart(upload.id, { ...bytes, number });
      await layout.deleteBytes(before === null ? [] : [before]);
    });
  } catch (error) {
    await layout.deleteBytes([bytes]);
    // Completed or aborted meanwhile: the upload's folder is gone.
    throw codeOf(error) === 'ENOENT' ? new StoreError(404, 'NoSuchUpload') : error;
  } finally {
    layout.busy.delete(bytes.file);
  }
  respondEmpty(call.res, 200, {
    etag: `"${bytes.etag}"`,
    'x-amz-checksum-crc32': crc32ToBase64(bytes.crc32),
  });
}

/** ListParts, 1,000 to a page: of an open upload all, of one that is being completed all or none. */
export async function listParts(call: Call): Promise<void> {
  const after = Number(call.params.get('part-number-marker') ?? 0);
  const most = Math.min(PART_PAGE, Number(call.params.get('max-parts') ?? PART_PAGE));
  if (!(after >= 0) || !(most >= 1)) throw new StoreError(400, 'InvalidArgument');
  const upload = uploadOf(call);
  const rest = (await steps.parts(upload)).filter((part) => part.number > after);
  const page = rest.slice(0, most);
  const truncated = rest.length > page.length;
  const parts = page.map(
    (part) =>
      `<Part>${element('PartNumber', part.number)}${element('ETag', `"${part.etag}"`)}${element('Size', part.size)}</Part>`,
  );
  const inner = [
    element('Bucket', call.bucket),
    element('Key', call.key),
    element('UploadId', upload.id),
    element('IsTruncated', truncated),
    truncated ? element('NextPartNumberMarker', page.at(-1)?.number ?? 0) : '',
    ...parts,
  ];
  respondXml(call.res, 200, document('ListPartsResult', inner.join('')));
}

/** AbortMultipartUpload. */
export async function abortUpload(call: Call): Promise<void> {
  await steps.abort(uploadOf(call));
  respondEmpty(call.res, 204);
}

/** CompleteMultipartUpload. */
export async function completeUpload(call: Call): Promise<void> {
  const requested = elements(await receiveText(call.req, call.payload), 'Part').map((part) => ({
    number: Number(textOf(part, 'PartNumber')),
    etag: (textOf(part, 'ETag') ?? '').replaceAll('"', ''),
  }));
  if (requested.length === 0) throw new StoreError(400, 'MalformedXML');
  const record = await steps.complete({ ...call, ...uploadOf(call), requested });
  const inner = [
    element('Location', splitUrl(call.req.url ?? '')[0]),
    element('Bucket', call.bucket),
    element('Key', call.key),
    element('ETag', `"${record.etag}"`),
    element('ChecksumCRC32', crc32ToBase64(record.crc32)),
    element('ChecksumType', 'FULL_OBJECT'),
  ];
  respondXml(call.res, 200, document('CompleteMultipartUploadResult', inner.join('')));
}

const uploadOf = ({ layout, key, params }: Call): steps.UploadAt => ({
  layout,
  key,
  id: params.get('uploadId') ?? '',
});
