import { respondXml } from './call.ts';
import type { Call } from './call.ts';
import { StoreError } from './errors.ts';
import type { Layout, ObjectRecord } from './layout.ts';
import type { ListedObject } from '../../ctx/storage.ts';
import { document, element } from './xml.ts';

const PAGE = 1000;

/** ListObjectsV2 with prefix and pages, in byte order of the keys. Reads every record: for maintenance only. */
export async function listObjects(call: Call): Promise<void> {
  const { params } = call;
  if (params.get('list-type') !== '2' || params.has('delimiter')) throw new StoreError(501, 'NotImplemented');
  const prefix = params.get('prefix') ?? '';
  const token = params.get('continuation-token');
  const after = token === null ? (params.get('start-after') ?? '') : fromToken(token);
  const most = Math.min(PAGE, Number(params.get('max-keys') ?? PAGE));
  if (!(most >= 1)) throw new StoreError(400, 'InvalidArgument');

  const records: ObjectRecord[] = [];
  for await (const record of call.layout.objects()) {
    if (record.key.startsWith(prefix) && compareBytes(record.key, after) > 0) records.push(record);
  }
  records.sort((a, b) => compareBytes(a.key, b.key));
  const page = records.slice(0, most);
  const truncated = records.length > page.length;
  const show = params.get('encoding-type') === 'url' ? encodeURIComponent : String;
  const inner = [
    element('Name', call.bucket),
    element('Prefix', show(prefix)),
    element('KeyCount', page.length),
    element('MaxKeys', most),
    element('IsTruncated', truncated),
    truncated ? element('NextContinuationToken', toToken(page.at(-1)?.key ?? '')) : '',
    params.has('encoding-type') ? element('EncodingType', 'url') : '',
    ...page.map((record) => contents(record, show)),
  ];
  respondXml(call.res, 200, document('ListBucketResult', inner.join('')));
}

function contents(record: ObjectRecord, show: (key: string) => string): string {
  const inner = [
    element('Key', show(record.key)),
    element('LastModified', record.modified),
    element('ETag', `"${record.etag}"`),
    element('Size', record.size),
    element('StorageClass', 'STANDARD'),
  ];
  return `<Contents>${inner.join('')}</Contents>`;
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function toToken(key: string): string {
  return Buffer.from(key).toString('base64url');
}

function fromToken(token: string): string {
  return Buffer.from(token, 'base64url').toString();
}

/** Every object with the size of its bytes on disk: a record alone does not prove that they exist. */
export async function* listStored(layout: Layout): AsyncGenerator<ListedObject> {
  for await (const { key, etag, modified, parts } of layout.objects()) {
    let size = 0;
    for (const { file } of parts) size += await layout.bytesOnDisk(file);
    yield { key, size, etag, modified: Temporal.Instant.from(modified) };
  }
}
