import { fail, ok } from '../lib/result.ts';
import type { Result } from '../lib/result.ts';

/** The largest file: 5 GiB (part 2 section 5), which is also the most that one S3 PUT takes. */
export const MAX_FILE_BYTES = 5_368_709_120;
/** A file above this travels in parts: 64 MiB (decisions 6). */
export const MULTIPART_FROM_BYTES = 67_108_864;
/** Every part but the last: 16 MiB, so that 5 GiB are 320 parts and one page lists them. */
export const PART_BYTES = 16_777_216;
/** The longest name of a file or folder, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;
/** The longest place of a file, folders and name together, in bytes of UTF-8. */
const MAX_PATH_BYTES = 2000;
/** An ending longer than this is not kept when a name is cut. */
const LONGEST_ENDING_BYTES = 32;

/** What no name holds: control characters, line separators, and the marks that turn the reading direction of what follows. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Where a file shows in its folder: `prefix` is '' or ends in '/'. */
export interface FilePlace {
  readonly prefix: string;
  readonly name: string;
}

/**
 * A path that a browser sent as the place it shows in (decisions 6): data, never a path on a disk. No '..', no control characters, NFC,
 * at most 255 bytes a part and 2,000 in all. Refused when no file name is left or the folders go too deep.
 */
export function normaliseFilePath(raw: string): Result<FilePlace, 'empty' | 'too_long'> {
  const parts = raw.toWellFormed().replaceAll('\\', '/').split('/');
  const name = cleanPart(parts.pop() ?? '', true);
  if (name === '') return fail('empty');
  const folders = parts.map((part) => cleanPart(part, false)).filter((part) => part !== '');
  const prefix = folders.map((folder) => `${folder}/`).join('');
  return utf8Length(prefix + name) > MAX_PATH_BYTES ? fail('too_long') : ok({ prefix, name });
}

function cleanPart(part: string, keepEnding: boolean): string {
  const clean = part.replaceAll(UNSEEN, '').normalize('NFC').trim();
  if (clean === '.' || clean === '..') return '';
  return cutToBytes(clean, keepEnding).trim();
}

function cutToBytes(name: string, keepEnding: boolean): string {
  if (utf8Length(name) <= MAX_NAME_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const ending = keepEnding && dot > 0 ? name.slice(dot) : '';
  const kept = utf8Length(ending) <= LONGEST_ENDING_BYTES ? ending : '';
  let stem = '';
  let left = MAX_NAME_BYTES - utf8Length(kept);
  for (const char of kept === '' ? name : name.slice(0, dot)) {
    left -= utf8Length(char);
    if (left < 0) break;
    stem += char;
  }
  return stem + kept;
}

/** Bytes of UTF-8, by code point. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Whether the player can play it: mp3 and wav (part 2 section 9). */
export function isSupportedAudioFile(name: string): boolean {
  return /\.(?:mp3|wav)$/i.test(name);
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size as people read it: '48.2 MB'. Decimal units (1 MB is 1,000,000 bytes), as file managers and networks count; one decimal from kB on. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.95 would be shown as 1000.0: it is 1.0 of the next unit
  while (value >= (unit === 0 ? 1000 : 999.95) && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}

/** 'x out of y - n%' (part 2 section 2). 100% only when all has arrived. */
export function progressText(loaded: number, total: number): string {
  const done = Math.min(loaded, total);
  const percent = done === total ? 100 : Math.floor((done / total) * 100);
  return `${formatBytes(done)} out of ${formatBytes(total)} - ${percent}%`;
}

/** Whether a file of this size in bytes travels in parts. */
export function isMultipart(size: number): boolean {
  return size > MULTIPART_FROM_BYTES;
}

/** How many parts a file of this size in bytes has; an empty one is one part. */
export function partCount(size: number): number {
  return Math.max(1, Math.ceil(size / PART_BYTES));
}

/** The bytes of a part, counted from 1: 16 MiB, and what is left in the last; 0 for a part that the file does not have. */
export function partLength(size: number, partNumber: number): number {
  if (partNumber < 1) return 0;
  return Math.min(PART_BYTES, Math.max(0, size - (partNumber - 1) * PART_BYTES));
}

/**
 * Whether a picked file is the one that an open upload is of: same place, size and time of its last change (epoch ms). Only
 * then may its missing parts be sent; where the time was not told, nothing says that the bytes are the same.
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
  const place = normaliseFilePath(picked.prefix + picked.name);
  return (
    place.ok &&
    place.value.prefix === open.prefix &&
    place.value.name === open.filename &&
    picked.size === open.fileSize &&
    picked.modified === open.fileModified
  );
}

export type UploadStatus = 'pending' | 'uploading' | 'completed' | 'failed';

/** A file's upload is completed when loaded reaches total, failed on an error (part 2 section 4). */
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

/** A group's: completed when all are; uploading if any is; failed if any is; else it waits (part 2 section 4). */
export function uploadGroupStatus(statuses: readonly UploadStatus[]): UploadStatus {
  if (statuses.length > 0 && statuses.every((status) => status === 'completed')) return 'completed';
  if (statuses.includes('uploading')) return 'uploading';
  return statuses.includes('failed') ? 'failed' : 'pending';
}

/** The two limitations that bear on downloads: minutes after the start, and days. */
export interface DownloadLimitations {
  readonly express_files_delivery_time: number;
  readonly files_expiration_time: number;
}

/** `until`: when 'processing' ends, when what is offered expires, or when it expired; null without a limit. */
export interface DownloadVisibility {
  readonly state: 'offered' | 'processing' | 'expired';
  readonly until: Temporal.Instant | null;
}

/**
 * Whether a client may download what was delivered (part 2 section 4). Without has_limitations or before 'partner_deliverables_ready': always.
 * Else from start + express_files_delivery_time minutes, to files_expiration_time days of 24 hours after the later of
 * start and membership's end (decisions 6), both instants included.
 */
export function downloadVisibility(input: {
  readonly status: string;
  readonly hasLimitations: boolean;
  readonly start: Temporal.Instant;
  readonly membershipEnd: Temporal.Instant | null;
  readonly limitations: DownloadLimitations;
  readonly now: Temporal.Instant;
}): DownloadVisibility {
  const { start, membershipEnd, limitations, now } = input;
  if (!input.hasLimitations || input.status !== 'partner_deliverables_ready') {
    return { state: 'offered', until: null };
  }
  const ready = start.add({ minutes: limitations.express_files_delivery_time });
  if (Temporal.Instant.compare(now, ready) < 0) return { state: 'processing', until: ready };
  const from = membershipEnd && Temporal.Instant.compare(membershipEnd, start) > 0 ? membershipEnd : start;
  const expiry = from.add({ hours: limitations.files_expiration_time * 24 });
  return { state: Temporal.Instant.compare(now, expiry) > 0 ? 'expired' : 'offered', until: expiry };
}
