import type { FieldError } from '../lib/problem.ts';
import { characters, oneLine } from '../lib/text.ts';
import { SAMPLES } from './texts-samples.ts';

/** The most samples of a musician, unfinished and unreadable ones included (docs/product/samples.md#limits). */
export const MAX_SAMPLES = 6;
/** The largest sample in bytes: 60 MB. */
export const MAX_SAMPLE_BYTES = 60_000_000;
export const MAX_SAMPLE_TITLE = 80;
export const MAX_SAMPLE_DID = 120;
/** The length of a preview in seconds, from the sample's beginning. */
export const PREVIEW_SECONDS = 90;
/** Bars of a card's waveform. */
export const CARD_PEAKS = 64;
/** Hours after which an unfinished upload is removed: its link lasts one. */
export const UNFINISHED_HOURS = 3;

export type AudioKind = 'wav' | 'mp3';

/** The bytes of a file's beginning that `audioKind` needs. */
export const HEAD_BYTES = 16_384;
/** How far into a file an mp3's first frame is looked for. */
const FRAME_SEARCH_BYTES = 8192;

const ascii = (head: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...head.subarray(at, at + length));

/** What a file is by its first bytes; null for neither. An mp3 begins with a tag, or has two frames in a row. */
export function audioKind(head: Uint8Array): AudioKind | null {
  if (/^(?:RIFF|RF64|BW64)$/.test(ascii(head, 0, 4))) return ascii(head, 8, 4) === 'WAVE' ? 'wav' : null;
  if (ascii(head, 0, 3) === 'ID3') return 'mp3';
  for (let at = 0; at < Math.min(head.length, FRAME_SEARCH_BYTES); at += 1) {
    const length = frameLength(head, at);
    if (length !== null && frameLength(head, at + length) !== null) return 'mp3';
  }
  return null;
}

/** kbit/s of layer III by index: MPEG 1, and MPEG 2 and 2.5. */
const BITRATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
/** Samples a second of MPEG 1; halves and quarters of them in MPEG 2 and 2.5. */
const RATES = [44_100, 48_000, 32_000] as const;
/** By the version bits of a header: MPEG 2.5, none, MPEG 2, MPEG 1. */
const RATE_DIVISORS = [4, 0, 2, 1] as const;

/** The length in bytes of the mp3 frame at an offset; null without one. */
function frameLength(bytes: Uint8Array, at: number): number | null {
  const [sync, version, rates] = [bytes[at], bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
  const divisor = RATE_DIVISORS[(version >> 3) & 3] ?? 0;
  const isLayer3 = (version & 0b1110_0110) === 0b1110_0010;
  if (sync !== 0xff || !isLayer3 || divisor === 0) return null;
  const bitrate = BITRATES[divisor === 1 ? 0 : 1][rates >> 4] ?? 0;
  const rate = (RATES[(rates >> 2) & 3] ?? 0) / divisor;
  if (bitrate === 0 || rate === 0) return null;
  const samples = divisor === 1 ? 144_000 : 72_000;
  return Math.floor((samples * bitrate) / rate) + ((rates >> 1) & 1);
}

/** Why a chosen file cannot become a sample, by its name and size; null when it may be sent. */
export function sampleFileProblem(file: {
  readonly name: string;
  readonly size: number;
}): 'not_audio' | 'too_large' | 'empty' | null {
  if (!/\.(?:wav|wave|mp3)$/i.test(file.name)) return 'not_audio';
  if (file.size > MAX_SAMPLE_BYTES) return 'too_large';
  return file.size === 0 ? 'empty' : null;
}

/** The title that a sample begins with: its file's name without folders and ending. */
export function titleOfFile(name: string): string {
  const base = oneLine(name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1));
  const title = base.replace(/\.[a-z0-9]+$/i, '').trim() || base || 'Sample';
  return Array.from(title).slice(0, MAX_SAMPLE_TITLE).join('').trim();
}

export interface SampleWords {
  readonly title: string;
  /** What the musician did; may be empty. */
  readonly did: string;
}

/** Words of a sample as they are stored, and what is wrong with them by field. */
export function checkWords(words: SampleWords): {
  readonly words: SampleWords;
  readonly errors: FieldError[];
} {
  const [title, did] = [oneLine(words.title), oneLine(words.did)];
  const errors: FieldError[] = [];
  if (title === '') errors.push({ field: 'title', message: SAMPLES.titleMissing });
  if (characters(title) > MAX_SAMPLE_TITLE) errors.push({ field: 'title', message: SAMPLES.titleTooLong });
  if (characters(did) > MAX_SAMPLE_DID) errors.push({ field: 'did', message: SAMPLES.didTooLong });
  return { words: { title, did }, errors };
}

/** A list with one of its items at another place; places outside are its ends. */
export function moveTo(ids: readonly string[], id: string, place: number): string[] {
  const rest = ids.filter((other) => other !== id);
  const at = Math.min(Math.max(place, 0), rest.length);
  return ids.includes(id) ? [...rest.slice(0, at), id, ...rest.slice(at)] : rest;
}

/** Peaks (0 to 255) as base64, reduced to `count` by the loudest of each stretch. */
export function packPeaks(peaks: Uint8Array, count = peaks.length): string {
  const few = Uint8Array.from({ length: Math.min(count, peaks.length) }, (_, index) => {
    const [from, to] = [index, index + 1].map((edge) => Math.floor((edge * peaks.length) / count));
    return Math.max(...peaks.subarray(from, to));
  });
  return btoa(String.fromCharCode(...few));
}

/** The peaks that `packPeaks` packed; none for a text that is no base64. */
export function unpackPeaks(packed: string): number[] {
  return /^[\w+/]*={0,2}$/.test(packed) ? Array.from(atob(packed), (char) => char.charCodeAt(0)) : [];
}
