import { setImmediate as nextTurn } from 'node:timers/promises';
import { PEAKS, resamplePeaks, type AudioSource, type Waveform } from './peaks.ts';
import { findWav, type Wav } from './wav-header.ts';

/** Bytes to read before yielding to other work. */
const YIELD_BYTES = 1024 * 1024;

/** The loudest of the samples in `bytes[from, end)`, 0 to 1 and above; whole samples only. */
type Loudest = (bytes: Buffer, from: number, end: number) => number;

/** Integers are signed except for one byte; NaN counts as silence. */
const READERS: Readonly<Record<string, Loudest>> = {
  integer1: (bytes, from, end) => {
    let most = 0;
    for (let at = from; at < end; at += 1) most = Math.max(most, Math.abs((bytes[at] ?? 0) - 128));
    return most / 128;
  },
  integer2: (bytes, from, end) => {
    let most = 0;
    for (let at = from; at < end; at += 2) {
      const value = (((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 24)) >> 16;
      if (value > most) most = value;
      else if (-value > most) most = -value;
    }
    return most / 0x8000;
  },
  integer3: (bytes, from, end) => {
    let most = 0;
    for (let at = from; at < end; at += 3) {
      const value =
        (((bytes[at] ?? 0) << 8) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 24)) >> 8;
      if (value > most) most = value;
      else if (-value > most) most = -value;
    }
    return most / 0x80_0000;
  },
  integer4: (bytes, from, end) => {
    let most = 0;
    for (let at = from; at < end; at += 4) most = Math.max(most, Math.abs(bytes.readInt32LE(at)));
    return most / 0x8000_0000;
  },
  float4: (bytes, from, end) => {
    let most = 0;
    for (let at = from; at < end; at += 4) {
      const value = Math.abs(bytes.readFloatLE(at));
      if (value > most) most = value;
    }
    return most;
  },
  float8: (bytes, from, end) => {
    let most = 0;
    for (let at = from; at < end; at += 8) {
      const value = Math.abs(bytes.readDoubleLE(at));
      if (value > most) most = value;
    }
    return most;
  },
};

/**
 * The waveform of a wav, read once from its first sample to its last; null for other files. Throws when storage
 * fails.
 */
export async function wavWaveform(source: AudioSource): Promise<Waveform | null> {
  const wav = await findWav(source);
  if (wav === null) return null;
  return { seconds: wav.frames / wav.rate, peaks: await readPeaks(source, wav) };
}

async function readPeaks(source: AudioSource, wav: Wav): Promise<Uint8Array> {
  const loudestOf = READERS[wav.kind + wav.width] ?? (() => 0);
  const frameBytes = wav.width * wav.channels;
  const total = wav.frames * frameBytes;
  const loudest = new Float64Array(Math.min(PEAKS, wav.frames));
  const endOf = (stretch: number): number =>
    Math.floor(((stretch + 1) * wav.frames) / loudest.length) * frameBytes;
  let stretch = 0;
  let bytesRead = 0;
  let turn = YIELD_BYTES;
  let left: Buffer = Buffer.alloc(0);
  for await (const piece of await source.open({ start: wav.start, end: wav.start + total - 1 })) {
    const bytes = left.length === 0 ? (piece as Buffer) : Buffer.concat([left, piece as Buffer]);
    // A sample that is split between two pieces waits for its other half.
    const whole = bytes.length - (bytes.length % wav.width);
    for (let from = 0; from < whole && stretch < loudest.length;) {
      const end = Math.min(whole, from + endOf(stretch) - bytesRead);
      loudest[stretch] = Math.max(loudest[stretch] ?? 0, loudestOf(bytes, from, end));
      bytesRead += end - from;
      from = end;
      if (bytesRead === endOf(stretch)) stretch += 1;
    }
    left = bytes.subarray(whole);
    if (bytesRead < turn) continue;
    turn = bytesRead + YIELD_BYTES;
    await nextTurn();
  }
  if (bytesRead < total) throw new Error('The file ended before its length');
  return resamplePeaks(loudest);
}
