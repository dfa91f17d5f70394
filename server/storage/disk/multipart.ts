import { randomUUID } from 'node:crypto';
import { respondEmpty, respondXml } from './call.ts';
import type { Call } from './call.ts';
import { combineCrc32, crc32ToBase64 } from './crc32.ts';
import { StoreError, codeOf } from './errors.ts';
import type { ObjectRecord, PartRecord, UploadRecord } from './layout.ts';
import { receiveBytes, receiveText } from './receive.ts';
import { splitUrl } from './sigv4.ts';
import { document, element, elements, textOf } from './xml.ts';

const MAX_PARTS = 10_000;
/** Every part but the last has at least 5 MiB, as on S3. */
const MIN_PART_BYTES = 5 * 1024 * 1024;
const PART_PAGE = 1000;

/** CreateMultipartUpload. */
export async function createUpload(call: Call): Promise<void> {
  const upload: UploadRecord = {
    id: randomUUID(),
    key: call.key,
    type: call.req.headers['content-type'] ?? 'application/octet-stream',
    initiated: call.now.toString(),
  };
  await call.layout.createUpload(upload);
  const inner = element('Bucket', call.bucket) + element('Key', call.key) + element('UploadId', upload.id);
  respondXml(call.res, 200, document('InitiateMultipartUploadResult', inner));
}

/** UploadPart: a part sent again replaces the earlier one. */
export async function putPart(call: Call): Promise<void> {
  const { layout, key } = call;
  const upload = await openUpload(call);
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
  const { layout, key } = call;
  const after = Number(call.params.get('part-number-marker') ?? 0);
  const most = Math.min(PART_PAGE, Number(call.params.get('max-parts') ?? PART_PAGE));
  if (!(after >= 0) || !(most >= 1)) throw new StoreError(400, 'InvalidArgument');
  const upload = await layout.locked(key, async () => {
    const { id } = await openUpload(call);
    return { id, parts: await layout.parts(id) };
  });
  const rest = upload.parts.filter((part) => part.number > after);
  const page = rest.slice(0, most);
  const truncated = rest.length > page.length;
  const parts = page.map(
    (part) =>
      `<Part>${element('PartNumber', part.number)}${element('ETag', `"${part.etag}"`)}${element('Size', part.size)}</Part>`,
  );
  const inner = [
    element('Bucket', call.bucket),
    element('Key', key),
    element('UploadId', upload.id),
    element('IsTruncated', truncated),
    truncated ? element('NextPartNumberMarker', page.at(-1)?.number ?? 0) : '',
    ...parts,
  ];
  respondXml(call.res, 200, document('ListPartsResult', inner.join('')));
}

/** AbortMultipartUpload. */
export async function abortUpload(call: Call): Promise<void> {
  const { layout, key } = call;
  await layout.locked(key, async () => {
    const upload = await openUpload(call);
    const parts = await layout.parts(upload.id);
    await layout.deleteUpload(upload.id);
    // A completion that was cut off between its two steps has given these bytes to the object.
    const object = await layout.readObject(key);
    const used = new Set((object?.parts ?? []).map((part) => part.file));
    await layout.deleteBytes(parts.filter((part) => !used.has(part.file)));
  });
  respondEmpty(call.res, 204);
}

/**
 * CompleteMultipartUpload: the record lists the parts; no byte is copied. Idempotent. By a link it never
 * replaces an object (docs/product/storage.md#sealed-uploads).
 */
export async function completeUpload(call: Call): Promise<void> {
  const requested = elements(await receiveText(call.req, call.payload), 'Part').map((part) => ({
    number: Number(textOf(part, 'PartNumber')),
    etag: (textOf(part, 'ETag') ?? '').replaceAll('"', ''),
  }));
  if (requested.length === 0) throw new StoreError(400, 'MalformedXML');
  const { layout, key } = call;
  const record = await layout.locked(key, async () => {
    const existing = await layout.readObject(key);
    if (existing !== null && existing.uploadId === call.params.get('uploadId')) return existing;
    const upload = await openUpload(call);
    if (existing !== null && call.presigned) throw new StoreError(412, 'PreconditionFailed');
    const all = await layout.parts(upload.id);
    const object = assemble(call, upload, choose(all, requested));
    await layout.writeObject(object);
    await layout.deleteUpload(upload.id);
    const used = new Set(object.parts.map((part) => part.file));
    await layout.deleteBytes(all.filter((part) => !used.has(part.file)));
    return object;
  });
  const inner = [
    element('Location', splitUrl(call.req.url ?? '')[0]),
    element('Bucket', call.bucket),
    element('Key', key),
    element('ETag', `"${record.etag}"`),
    element('ChecksumCRC32', crc32ToBase64(record.crc32)),
    element('ChecksumType', 'FULL_OBJECT'),
  ];
  respondXml(call.res, 200, document('CompleteMultipartUploadResult', inner.join('')));
}

async function openUpload(call: Call): Promise<UploadRecord> {
  const upload = await call.layout.readUpload(call.params.get('uploadId') ?? '');
  if (upload?.key !== call.key) throw new StoreError(404, 'NoSuchUpload');
  return upload;
}

function choose(
  all: readonly PartRecord[],
  requested: readonly { number: number; etag: string }[],
): readonly PartRecord[] {
  const byNumber = new Map(all.map((part) => [part.number, part]));
  return requested.map(({ number, etag }, index) => {
    const part = byNumber.get(number);
    if (part?.etag !== etag) throw new StoreError(400, 'InvalidPart');
    if (number <= (requested[index - 1]?.number ?? 0)) throw new StoreError(400, 'InvalidPartOrder');
    if (index < requested.length - 1 && part.size < MIN_PART_BYTES) {
      throw new StoreError(400, 'EntityTooSmall');
    }
    return part;
  });
}

function assemble(call: Call, upload: UploadRecord, parts: readonly PartRecord[]): ObjectRecord {
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (size > call.maxBytes) throw new StoreError(400, 'EntityTooLarge');
  return {
    key: call.key,
    type: upload.type,
    size,
    crc32: parts.reduce((sum, part) => combineCrc32(sum, part.crc32, part.size), 0),
    etag: `${upload.id.replaceAll('-', '')}-${parts.length}`,
    modified: call.now.toString(),
    uploadId: upload.id,
    parts: [...parts],
  };
}
