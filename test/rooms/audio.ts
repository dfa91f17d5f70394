import { Readable } from 'node:stream';
import type { AudioSource } from '#server/lib/audio/peaks.ts';

/** Sample format and oddities of a test's wav. */
export interface WavShape {
  readonly kind?: 'integer' | 'float';
  readonly bits?: number;
  readonly channels?: number;
  readonly rate?: number;
  readonly extensible?: boolean;
  readonly form?: 'RIFF' | 'RF64';
  /** Length in its data chunk; the true one by default. */
  readonly told?: number;
  /** Chunks before the format, before the samples, and after them. */
  readonly before?: readonly Buffer[];
  readonly between?: readonly Buffer[];
  readonly after?: readonly Buffer[];
  /** The samples come before their format. */
  readonly formatLast?: boolean;
}

/** A chunk, padded to an even length. */
export function chunk(id: string, body: Buffer, told = body.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 0, 'latin1');
  head.writeUInt32LE(told, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

function writeSample(value: number, kind: 'integer' | 'float', bits: number): Buffer {
  const bytes = Buffer.alloc(Math.ceil(bits / 8));
  if (kind === 'float' && bits === 64) bytes.writeDoubleLE(value);
  else if (kind === 'float') bytes.writeFloatLE(value);
  else if (bits === 8) bytes.writeUInt8(Math.max(0, Math.min(255, Math.round(value * 128 + 128))));
  else {
    const most = 2 ** (bytes.length * 8 - 1);
    bytes.writeIntLE(Math.max(-most, Math.min(most - 1, Math.round(value * most))), 0, bytes.length);
  }
  return bytes;
}

/** A wav of frames: `frames[n][channel]` is between -1 and 1. */
export function makeWav(frames: readonly (readonly number[])[], shape: WavShape = {}): Buffer {
  const {
    kind = 'integer',
    bits = 16,
    channels = frames[0]?.length ?? 1,
    rate = 8000,
    form = 'RIFF',
  } = shape;
  const width = Math.ceil(bits / 8);
  const tag = kind === 'float' ? 3 : 1;
  const format = Buffer.alloc(shape.extensible ? 40 : 16);
  format.writeUInt16LE(shape.extensible ? 0xfffe : tag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * channels * width, 8);
  format.writeUInt16LE(Math.min(0xffff, channels * width), 12);
  format.writeUInt16LE(bits, 14);
  if (shape.extensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(bits, 18);
    format.writeUInt16LE(tag, 24);
    Buffer.from('000000001000800000aa00389b71', 'hex').copy(format, 26);
  }
  const samples = Buffer.concat(frames.flat().map((value) => writeSample(value, kind, bits)));
  const isLong = form === 'RF64';
  const lengths = Buffer.alloc(28);
  lengths.writeBigUInt64LE(BigInt(samples.length), 8);
  const data = chunk('data', samples, shape.told ?? (isLong ? 0xffff_ffff : samples.length));
  const fmt = chunk('fmt ', format);
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    ...(isLong ? [chunk('ds64', lengths)] : []),
    ...(shape.before ?? []),
    ...(shape.formatLast ? [data, ...(shape.between ?? []), fmt] : [fmt, ...(shape.between ?? []), data]),
    ...(shape.after ?? []),
  ]);
  const head = Buffer.alloc(8);
  head.write(form, 0, 'latin1');
  head.writeUInt32LE(isLong ? 0xffff_ffff : body.length, 4);
  return Buffer.concat([head, body]);
}

/** A storage stand-in: ranges in pieces of a size. Counts reads. */
export function sourceOf(name: string, bytes: Buffer, piece = 64 * 1024): AudioSource & { read: number } {
  const source = {
    name,
    size: bytes.length,
    read: 0,
    open: async ({ start, end }: { start: number; end: number }) => {
      if (start < 0 || end < start || end >= bytes.length) throw new Error(`no such range: ${start}-${end}`);
      return Readable.from(
        (function* pieces() {
          for (let at = start; at <= end; at += piece) {
            const some = bytes.subarray(at, Math.min(end + 1, at + piece));
            source.read += some.length;
            yield some;
          }
        })(),
      );
    },
  };
  return source;
}
