import { fail, ok } from '../lib/result.ts';
import type { Result } from '../lib/result.ts';

/** The largest file in bytes: 5 GiB, which is also the most that one S3 PUT takes (docs/product/files.md#file-size). */
export const MAX_FILE_BYTES = 5_368_709_120;
/** A larger file is sent in parts: 64 MiB (docs/product/files.md#parts). */
export const MULTIPART_FROM_BYTES = 67_108_864;
/** Bytes of every part but the last: 16 MiB, so that 5 GiB are 320 parts and fit on one page of ListParts. */
export const PART_BYTES = 16_777_216;
/** The longest name of a file or folder, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;
/** The longest path of a file, folders and name together, in bytes of UTF-8. */
const MAX_PATH_BYTES = 2000;
/** A longer extension is not preserved when a name is cut. */
const MAX_EXTENSION_BYTES = 32;

/** Removed from names: control characters, line separators, and marks that change the reading direction. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Where a file is listed in its folder: `prefix` is '' or ends in '/'. */
export interface FilePlace {
  readonly prefix: string;
  readonly name: string;
}

/**
 * The place that a browser's path is listed at (docs/product/files.md#file-names). Data, never a path on a
 * disk. `empty` without a name, `too_long` above 2,000 bytes.
 */
export function normalizeFilePath(raw: string): Result<FilePlace, 'empty' | 'too_long'> {
  const parts = raw.toWellFormed().replaceAll('\\', '/').split('/');
  const name = cleanPart(parts.pop() ?? '', true);
  if (name === '') return fail('empty');
  const folders = parts.map((part) => cleanPart(part, false)).filter((part) => part !== '');
  const prefix = folders.map((folder) => `${folder}/`).join('');
  return utf8Length(prefix + name) > MAX_PATH_BYTES ? fail('too_long') : ok({ prefix, name });
}

function cleanPart(part: string, keepEnding: boolean): string {
  const clean = part.replaceAll(INVISIBLE, '').normalize('NFC').trim();
  if (clean === '.' || clean === '..') return '';
  return cutToBytes(clean, keepEnding).trim();
}

function cutToBytes(name: string, keepEnding: boolean): string {
  if (utf8Length(name) <= MAX_NAME_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const ending = keepEnding && dot > 0 ? name.slice(dot) : '';
  const extension = utf8Length(ending) <= MAX_EXTENSION_BYTES ? ending : '';
  let stem = '';
  let left = MAX_NAME_BYTES - utf8Length(extension);
  for (const char of extension === '' ? name : name.slice(0, dot)) {
    left -= utf8Length(char);
    if (left < 0) break;
    stem += char;
  }
  return stem + extension;
}

/** Length in bytes of UTF-8. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Whether the player supports the file: mp3 and wav (docs/product/files.md#player). */
export function isSupportedAudioFile(name: string): boolean {
  return /\.(?:mp3|wav)$/i.test(name);
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/**
 * A size for people: '48.2 MB'. Decimal units (1 MB is 1,000,000 bytes) as file managers use; one decimal from
 * kB on.
 */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.95 would round to 1000.0, so it is 1.0 of the next unit.
  while (value >= (unit === 0 ? 1000 : 999.95) && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}

/** 'x out of y - n%'; 100% only when everything has arrived. */
export function progressText(loaded: number, total: number): string {
  const sent = Math.min(loaded, total);
  const percent = sent === total ? 100 : Math.floor((sent / total) * 100);
  return `${formatBytes(sent)} out of ${formatBytes(total)} - ${percent}%`;
}

/** Whether a file of this size in bytes is sent in parts. */
export function isMultipart(size: number): boolean {
  return size > MULTIPART_FROM_BYTES;
}

/** The number of parts of a file of this size in bytes; 1 for an empty one. */
export function partCount(size: number): number {
  return Math.max(1, Math.ceil(size / PART_BYTES));
}

/** The length in bytes of a part, counted from 1; 0 for a part that the file does not have. */
export function partLength(size: number, partNumber: number): number {
  if (partNumber < 1) return 0;
  return Math.min(PART_BYTES, Math.max(0, size - (partNumber - 1) * PART_BYTES));
}

/**
 * Whether a picked file continues an open upload: same place, size and modification time in epoch ms
 * (docs/product/files.md#unfinished-uploads). False without a known time.
 */
export function isSameFile(
  open: {
    readonly prefix: string;
    readonly filename: string;
    readonly fileSize: number;
    readonly fileModified: number | null;
  },
  picked: {
    readonly prefix: string;
    readonly name: string;
    readonly size: number;
    readonly modified: number;
  },
): boolean {
  const place = normalizeFilePath(picked.prefix + picked.name);
  return (
    place.ok &&
    place.value.prefix === open.prefix &&
    place.value.name === open.filename &&
    picked.size === open.fileSize &&
    picked.modified === open.fileModified
  );
}

export type UploadStatus = 'pending' | 'uploading' | 'completed' | 'failed';

/**
 * The status of one upload; sizes in bytes (docs/product/files.md#upload-statuses).
 * @planned
 */
export function uploadStatus(upload: {
  readonly started: boolean;
  readonly failed: boolean;
  readonly loaded: number;
  readonly total: number;
}): UploadStatus {
  if (upload.failed) return 'failed';
  if (!upload.started) return 'pending';
  return upload.loaded >= upload.total ? 'completed' : 'uploading';
}

/**
 * The status of a session's uploads together: completed when all are, uploading or failed when any is, else
 * pending.
 */
export function uploadGroupStatus(statuses: readonly UploadStatus[]): UploadStatus {
  if (statuses.length > 0 && statuses.every((status) => status === 'completed')) return 'completed';
  if (statuses.includes('uploading')) return 'uploading';
  return statuses.includes('failed') ? 'failed' : 'pending';
}
