import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test as base } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders';
import { mp3Waveform } from './mp3.ts';
import { createPeakBuffer, PEAKS } from './peaks.ts';
import { readWaveform } from './read.ts';
import { makeWav, sourceOf } from '#test/rooms/audio.ts';

const RATE = 44_100;

/** A quarter of a second of wav. */
const steady = (level: number): Buffer => makeWav(Array.from({ length: 2000 }, () => [level]));

/** That many seconds of a tone that is loud from a quarter to a half and silent otherwise. */
async function makeMp3(seconds: number, channels: 1 | 2): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: RATE, channels, bitrate: 128 });
  const samples = Float32Array.from({ length: seconds * RATE }, (_, index) => {
    const place = index / (seconds * RATE);
    return place >= 0.25 && place < 0.5 ? 0.8 * Math.sin((index * 2 * Math.PI * 440) / RATE) : 0;
  });
  const silence = new Float32Array(samples.length);
  const body = Buffer.from(encoder.encode(channels === 1 ? [samples] : [silence, samples]));
  return Buffer.concat([body, encoder.finalize()]);
}

const test = base.extend('mono', { scope: 'file' }, () => makeMp3(4, 1));

const shapeOf = (peaks: Uint8Array | undefined) =>
  [20, 80, 120, 180, 240, 380].map((at) => (peaks?.[at] ?? 0) > 150);
const LOUD = [false, false, true, true, false, false];

describe('an mp3', () => {
  test('one channel, in pieces of any size: its length and loud parts', async ({ mono }) => {
    for (const piece of [417, 5000, 200_000]) {
      const waveform = await mp3Waveform(sourceOf('a.mp3', mono, piece));
      expect(waveform?.seconds).toBeCloseTo(4, 0);
      expect(waveform?.peaks.length).toBe(PEAKS);
      expect(shapeOf(waveform?.peaks)).toEqual(LOUD);
    }
  });

  test('two channels: the louder one counts', async () => {
    const waveform = await mp3Waveform(sourceOf('a.mp3', await makeMp3(3, 2)));
    expect(waveform?.seconds).toBeCloseTo(3, 0);
    expect(shapeOf(waveform?.peaks)).toEqual(LOUD);
  });

  test('a large tag before it, and noise before it, are passed over', async ({ mono }) => {
    const tag = Buffer.concat([
      Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 8, 0, 0]),
      Buffer.alloc(131_072, 7),
    ]);
    for (const before of [tag, randomBytes(20_000), Buffer.alloc(30_000)]) {
      const waveform = await mp3Waveform(sourceOf('a.mp3', Buffer.concat([before, mono])));
      expect(waveform?.seconds).toBeGreaterThan(3.9);
      expect(waveform?.seconds).toBeLessThan(4.5);
    }
  });

  test('a cut one has the length of what is there', async ({ mono }) => {
    const waveform = await mp3Waveform(sourceOf('a.mp3', mono.subarray(0, mono.length / 2)));
    expect(waveform?.seconds).toBeGreaterThan(1.8);
    expect(waveform?.seconds).toBeLessThan(2.1);
  });

  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('hello world '.repeat(5000))],
    ['zeros', Buffer.alloc(100_000)],
    ['random bytes', randomBytes(400_000)],
    ['a wav', steady(0.5)],
  ])('%s has no waveform', async (_name, bytes) => {
    expect(await mp3Waveform(sourceOf('a.mp3', bytes))).toBeNull();
  });

  test('one that would play for most of a day has none, and is not read', async ({ mono }) => {
    const source = {
      ...sourceOf('a.mp3', mono),
      size: 1024 ** 3 + 1,
      open: () => Promise.reject(new Error('read')),
    };
    expect(await mp3Waveform(source)).toBeNull();
  });

  test('what storage does not give is thrown', async ({ mono }) => {
    const broken = { ...sourceOf('a.mp3', mono), open: () => Promise.reject(new Error('away')) };
    await expect(mp3Waveform(broken)).rejects.toThrow('away');
  });

  test('a thread that does not come is thrown, not taken for an unreadable file', async ({ mono }) => {
    await expect(mp3Waveform(sourceOf('a.mp3', mono), 0)).rejects.toThrow('silent');
  });
});

test('broken in any way it ends with an waveform or none', async ({ mono }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(63_000), fc.nat(255)), { maxLength: 300 }),
      fc.nat(63_000),
      fc.integer({ min: 100, max: 70_000 }),
      async (changes, length, piece) => {
        const bytes = Buffer.from(mono.subarray(0, length));
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        const waveform = await mp3Waveform(sourceOf('a.mp3', bytes, piece));
        expect(waveform === null || waveform.peaks.length === PEAKS).toBe(true);
      },
    ),
    { numRuns: 25 },
  );
});

test("a file is read by its name's ending, whatever its case", async ({ mono }) => {
  const wav = steady(0.5);
  expect(await readWaveform(sourceOf('Take.WAV', wav))).toMatchObject({ seconds: 0.25 });
  expect(await readWaveform(sourceOf('Take.MP3', mono))).not.toBeNull();
  expect(await readWaveform(sourceOf('take.wav', mono))).toBeNull();
});

test('a fold of any length finds a loud sample within a sixteenth of its stretch', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_000_000 }), fc.nat(), (total, seed) => {
      const loud = seed % total;
      const samples = new Float32Array(total);
      samples[loud] = -0.8;
      const fold = createPeakBuffer();
      for (let at = 0; at < total; at += 30_011) {
        const some = samples.subarray(at, at + 30_011);
        fold.add([some], some.length);
      }
      const peaks = fold.peaks() ?? new Uint8Array();
      const place = (loud / total) * PEAKS;
      const reach = Math.max(1 / 16, (64 / total) * PEAKS, PEAKS / total) + 1e-6;
      expect(peaks[Math.min(PEAKS - 1, Math.floor(place))]).toBe(204);
      const isFar = (index: number): boolean => index + 1 + reach < place || index - reach > place;
      expect(peaks.findIndex((peak, index) => peak > 0 && isFar(index))).toBe(-1);
    }),
    { numRuns: 40 },
  );
  expect(createPeakBuffer().peaks()).toBeNull();
});
