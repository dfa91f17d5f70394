import type { AudioSource } from './peaks.ts';

/** Position and format of a wav's samples. */
export interface Wav {
  readonly kind: 'integer' | 'float';
  /** Bytes of one sample of one channel: 1 to 4 for integers, 4 or 8 for floats. */
  readonly width: number;
  readonly channels: number;
  readonly rate: number;
  readonly start: number;
  /** Samples of each channel. */
  readonly frames: number;
}

type Format = Pick<Wav, 'kind' | 'width' | 'channels' | 'rate'>;

const WINDOW_BYTES = 64 * 1024;
/** More chunks than any recorder writes; protects against files made of nothing else. */
const MAX_CHUNKS = 200;
/** The length that 64-bit files and interrupted recordings have. */
const UNKNOWN_LENGTH = 0xffff_ffff;

/**
 * Format and samples of a wav (RIFF, RF64, BW64), reading only around its chunks. An unknown length means to
 * the end. null for other formats.
 */
export async function findWav(source: AudioSource): Promise<Wav | null> {
  const read = windowedReader(source);
  const head = await read(0, 12);
  if (head === null || !/^(?:RIFF|RF64|BW64)$/.test(head.toString('latin1', 0, 4))) return null;
  if (head.toString('latin1', 8, 12) !== 'WAVE') return null;
  let format: Format | null = null;
  let data: { start: number; bytes: number } | null = null;
  let longLength = 0;
  for (let at = 12, seen = 0; seen < MAX_CHUNKS && !(format && data); seen += 1) {
    const chunk = await read(at, 8);
    if (chunk === null) break;
    const id = chunk.toString('latin1', 0, 4);
    let bytes = chunk.readUInt32LE(4);
    const start = at + 8;
    if (id === 'ds64') {
      const lengths = await read(start, 16);
      longLength = Number(lengths?.readBigUInt64LE(8) ?? 0n);
    } else if (id === 'fmt ') {
      const fields = await read(start, bytes >= 40 ? 40 : 16);
      format = fields && readFormat(fields);
      if (format === null) return null;
    } else if (id === 'data') {
      const declared = bytes === UNKNOWN_LENGTH ? longLength : bytes;
      const rest = source.size - start;
      bytes = declared === 0 ? rest : Math.min(declared, rest);
      data = { start, bytes };
    }
    // A chunk of an odd length is followed by one padding byte.
    at = start + bytes + (bytes % 2);
  }
  if (format === null || data === null) return null;
  const frames = Math.floor(data.bytes / (format.width * format.channels));
  return frames === 0 ? null : { ...format, start: data.start, frames };
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

function readFormat(fields: Buffer): Format | null {
  const tag = fields.readUInt16LE(0);
  const channels = fields.readUInt16LE(2);
  const rate = fields.readUInt32LE(4);
  const bits = fields.readUInt16LE(14);
  // The extensible format has the tag at the beginning of its GUID.
  const meant = tag === EXTENSIBLE && fields.length >= 40 ? fields.readUInt16LE(24) : tag;
  const width = Math.ceil(bits / 8);
  if (channels === 0 || rate === 0) return null;
  if (meant === PCM && width >= 1 && width <= 4) return { kind: 'integer', width, channels, rate };
  if (meant === FLOAT && (bits === 32 || bits === 64)) return { kind: 'float', width, channels, rate };
  return null;
}

/** Reads small pieces through a window, so that neighboring chunks are one request; null past the end. */
function windowedReader(source: AudioSource): (at: number, bytes: number) => Promise<Buffer | null> {
  let from = 0;
  let window = Buffer.alloc(0);
  return async (at, bytes) => {
    if (at + bytes > source.size) return null;
    if (at < from || at + bytes > from + window.length) {
      const end = Math.min(source.size, at + WINDOW_BYTES) - 1;
      window = Buffer.concat(await (await source.open({ start: at, end })).toArray());
      from = at;
    }
    const piece = window.subarray(at - from, at - from + bytes);
    if (piece.length < bytes) throw new Error('The file ended before its length');
    return piece;
  };
}
