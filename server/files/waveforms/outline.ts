import type { Readable } from 'node:stream';
import type { ByteRange } from '../../lib/range.ts';

/** How many stretches an outline has (shared/files/contract.ts). */
export const PEAKS = 400;

/** What a player draws: the length, and the loudest sample of each of 400 equal stretches, 0 to 255. */
export interface Outline {
  readonly seconds: number;
  readonly peaks: Uint8Array;
}

/** A stored file that is read in pieces, never whole. */
export interface AudioSource {
  readonly name: string;
  readonly size: number;
  readonly open: (range: ByteRange) => Promise<Readable>;
}

/** A loudness of 0 to 1 (louder is clipped) as 0 to 255. */
const toByte = (loudness: number): number => Math.round(Math.min(1, loudness) * 255);

/** Spreads the loudest values of fewer or as many stretches over all 400. */
export function spread(loudest: Float64Array | Float32Array): Uint8Array {
  const at = (index: number): number => loudest[Math.floor((index * loudest.length) / PEAKS)] ?? 0;
  return Uint8Array.from({ length: PEAKS }, (_, index) => toByte(at(index)));
}

/** Blocks of a fold before it halves: at least 16 remain for each stretch, so that a peak lands within a sixteenth of its own. */
const BLOCKS = PEAKS * 32;

/** Loudness of a stream whose length is known only at its end, in memory of one size. */
export interface Fold {
  add(channels: readonly Float32Array[], samples: number): void;
  /** null when nothing came. */
  peaks(): Uint8Array | null;
}

export function createFold(): Fold {
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
        let most = blocks[block] ?? 0;
        for (const channel of channels) {
          for (let index = from; index < end; index += 1) {
            const loudness = Math.abs(channel[index] ?? 0);
            if (loudness > most) most = loudness;
          }
        }
        blocks[block] = most;
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
      return spread(loudest);
    },
  };
}
