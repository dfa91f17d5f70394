import type { Readable } from 'node:stream';
import type { ByteRange } from '../range.ts';

/** The number of peaks of an waveform (shared/files/contract.ts). */
export const PEAKS = 400;

/** The length in seconds, and the loudest sample of each of 400 equal stretches, 0 to 255. */
export interface Waveform {
  readonly seconds: number;
  readonly peaks: Uint8Array;
}

/** A stored file that is read in ranges, never as a whole. */
export interface AudioSource {
  readonly name: string;
  readonly size: number;
  readonly open: (range: ByteRange) => Promise<Readable>;
}

/** A loudness of 0 to 1 as 0 to 255; louder is clipped. */
const toByte = (loudness: number): number => Math.round(Math.min(1, loudness) * 255);

/** Stretches up to 400 peaks to exactly 400. */
export function resamplePeaks(loudest: Float64Array | Float32Array): Uint8Array {
  const at = (index: number): number => loudest[Math.floor((index * loudest.length) / PEAKS)] ?? 0;
  return Uint8Array.from({ length: PEAKS }, (_, index) => toByte(at(index)));
}

/**
 * Number of blocks before they are halved: at least 16 remain for each peak, so that it lands within a
 * sixteenth of its stretch.
 */
const BLOCKS = PEAKS * 32;

/** Peaks of a stream whose length is known only at its end, in constant memory. */
export interface PeakBuffer {
  add(channels: readonly Float32Array[], samples: number): void;
  /** null for an empty stream. */
  peaks(): Uint8Array | null;
}

export function createPeakBuffer(): PeakBuffer {
  const blocks = new Float32Array(BLOCKS);
  let width = 64;
  let total = 0;

  const halve = (): void => {
    for (let index = 0; index < BLOCKS / 2; index += 1)
      blocks[index] = Math.max(blocks[2 * index] ?? 0, blocks[2 * index + 1] ?? 0);
    blocks.fill(0, BLOCKS / 2);
    width *= 2;
  };

  return {
    add(channels, samples) {
      for (let from = 0; from < samples;) {
        if (total === width * BLOCKS) halve();
        const block = Math.floor(total / width);
        const end = Math.min(samples, from + width - (total % width));
        let loudest = blocks[block] ?? 0;
        for (const channel of channels) {
          for (let index = from; index < end; index += 1) {
            const loudness = Math.abs(channel[index] ?? 0);
            if (loudness > loudest) loudest = loudness;
          }
        }
        blocks[block] = loudest;
        total += end - from;
        from = end;
      }
    },
    peaks() {
      if (total === 0) return null;
      const loudest = new Float64Array(PEAKS);
      for (let index = 0; index < PEAKS; index += 1) {
        const first = Math.floor((index * total) / PEAKS / width);
        const end = Math.max(first + 1, Math.ceil(((index + 1) * total) / PEAKS / width));
        for (let block = first; block < end; block += 1)
          loudest[index] = Math.max(loudest[index] ?? 0, blocks[block] ?? 0);
      }
      return resamplePeaks(loudest);
    },
  };
}
