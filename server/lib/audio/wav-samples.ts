import type { Wav } from './wav-header.ts';

type ReadSample = (bytes: Buffer, at: number) => number;

/** One sample as -1 to 1 by kind and width; integers are signed except for one byte. */
const READERS: Readonly<Record<string, ReadSample>> = {
  integer1: (bytes, at) => ((bytes[at] ?? 128) - 128) / 128,
  integer2: (bytes, at) => bytes.readInt16LE(at) / 0x8000,
  integer3: (bytes, at) => bytes.readIntLE(at, 3) / 0x80_0000,
  integer4: (bytes, at) => bytes.readInt32LE(at) / 0x8000_0000,
  float4: (bytes, at) => bytes.readFloatLE(at),
  float8: (bytes, at) => bytes.readDoubleLE(at),
};

/** Decodes the samples of a wav in pieces of any size: the first two channels, NaN as silence, clipped to 1. */
export function createWavDecoder(wav: Wav): (piece: Uint8Array) => Float32Array[] {
  const read = READERS[wav.kind + wav.width] ?? (() => 0);
  const frameBytes = wav.width * wav.channels;
  let left: Buffer = Buffer.alloc(0);
  return (piece) => {
    const bytes = Buffer.concat([left, piece]);
    const frames = Math.floor(bytes.length / frameBytes);
    left = bytes.subarray(frames * frameBytes);
    return Array.from({ length: Math.min(2, wav.channels) }, (_, channel) => {
      const samples = new Float32Array(frames);
      for (let frame = 0; frame < frames; frame += 1) {
        const value = read(bytes, frame * frameBytes + channel * wav.width);
        samples[frame] = Number.isNaN(value) ? 0 : Math.min(1, Math.max(-1, value));
      }
      return samples;
    });
  };
}
