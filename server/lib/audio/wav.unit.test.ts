import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PEAKS } from './peaks.ts';
import { chunk, makeWav, sourceOf, type WavShape } from '#test/rooms/audio.ts';
import { wavWaveform } from './wav.ts';

/** Frames whose loudness rises from 0 to 1 over the stretches; the second channel is silent. */
const rising = (frames: number, channels = 2): number[][] =>
  Array.from({ length: frames }, (_, index) => [
    ((index % 2 === 0 ? 1 : -1) * Math.floor((index * PEAKS) / frames)) / (PEAKS - 1),
    ...Array.from({ length: channels - 1 }, () => 0),
  ]);
const ramp = Array.from({ length: PEAKS }, (_, index) => (index / (PEAKS - 1)) * 255);

const FORMATS: readonly [string, WavShape][] = [
  ['8 bit', { bits: 8 }],
  ['16 bit', { bits: 16 }],
  ['20 bit in 3 bytes', { bits: 20 }],
  ['24 bit', { bits: 24 }],
  ['32 bit', { bits: 32 }],
  ['32 bit float', { kind: 'float', bits: 32 }],
  ['64 bit float', { kind: 'float', bits: 64 }],
];

const peaksOf = async (frame: number[], shape: WavShape) => {
  const frames = Array.from({ length: 800 }, () => frame);
  return (await wavWaveform(sourceOf('a.wav', makeWav(frames, shape))))?.peaks;
};

describe('every way to keep samples', () => {
  test.each(
    FORMATS.flatMap(([name, shape]) => [1, 2, 6].map((channels) => [name, channels, shape] as const)),
  )('%s, %i channels: exact length, the loudest of each stretch', async (_name, channels, shape) => {
    for (const extensible of [false, true]) {
      const wav = makeWav(rising(4000, channels), { ...shape, extensible });
      // Pieces that cut samples and frames anywhere.
      const waveform = await wavWaveform(sourceOf('a.wav', wav, 1001));
      expect(waveform?.seconds).toBe(0.5);
      expect(waveform?.peaks.length).toBe(PEAKS);
      const furthest = ramp.map((meant, index) => Math.abs(meant - (waveform?.peaks[index] ?? -1)));
      expect(Math.max(...furthest)).toBeLessThanOrEqual(2);
    }
  });

  test('the second channel counts, full scale of both signs is 255, silence is 0', async () => {
    for (const [, shape] of FORMATS) {
      expect(new Set(await peaksOf([0, -1], shape))).toEqual(new Set([255]));
      expect(new Set(await peaksOf([0, 0.999], shape))).toEqual(new Set([shape.bits === 8 ? 253 : 255]));
      expect(new Set(await peaksOf([0, 0], shape))).toEqual(new Set([0]));
    }
    const loud = await peaksOf([Number.POSITIVE_INFINITY, Number.NaN], { kind: 'float', bits: 32 });
    expect(new Set(loud)).toEqual(new Set([255]));
    expect(new Set(await peaksOf([Number.NaN], { kind: 'float', bits: 64 }))).toEqual(new Set([0]));
  });

  test('one loud sample shows in its stretch and nowhere else, wherever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: PEAKS, max: 3000 }),
        fc.nat(),
        fc.integer({ min: 1, max: 999 }),
        async (frames, seed, piece) => {
          const loud = seed % frames;
          const all = Array.from({ length: frames }, (_, index) => [0, index === loud ? 0.8 : 0]);
          const waveform = await wavWaveform(sourceOf('a.wav', makeWav(all, { bits: 24 }), piece));
          const shown = [...(waveform?.peaks ?? [])].flatMap((peak, index) => (peak > 0 ? [index] : []));
          const meant = ramp.findIndex((_, index) => Math.floor(((index + 1) * frames) / PEAKS) > loud);
          expect(shown).toEqual([meant]);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('fewer frames than stretches are spread over all of them', async () => {
    const waveform = await wavWaveform(sourceOf('a.wav', makeWav([[1], [0], [0.5], [0]])));
    expect(waveform?.seconds).toBe(4 / 8000);
    expect([0, 99, 100, 200, 299, 399].map((at) => waveform?.peaks[at])).toEqual([255, 255, 0, 128, 128, 0]);
  });
});

describe('every shape of a file', () => {
  const frames = rising(2000, 1);
  const plain = wavWaveform(sourceOf('a.wav', makeWav(frames)));
  const odd = chunk('LIST', Buffer.from('INFOodd'));
  const big = chunk('JUNK', randomBytes(300_001));

  test.each<[string, WavShape]>([
    ['RF64 with its length in ds64', { form: 'RF64' }],
    ['chunks of odd lengths before, between and after', { before: [odd], between: [odd, odd], after: [odd] }],
    ['large chunks, which are not read', { before: [big], between: [big], after: [big] }],
    ['samples before their format', { formatLast: true, between: [odd] }],
    ['no length (0)', { told: 0 }],
    ['no length (unknown)', { told: 0xffff_ffff }],
    ['a length beyond the end', { told: 4_000_000 }],
  ])('%s', async (_name, shape) => {
    const source = sourceOf('a.wav', makeWav(frames, shape), 4096);
    expect(await wavWaveform(source)).toEqual(await plain);
    expect(source.read).toBeLessThan(300_000);
  });

  test('a cut file has the length of what is there', async () => {
    const wav = makeWav(rising(4000));
    const cut = wav.subarray(0, 44 + 4 * 1000 + 3);
    expect(await wavWaveform(sourceOf('a.wav', cut))).toMatchObject({ seconds: 1000 / 8000 });
  });

  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('not a wav')],
    ['random bytes', randomBytes(100_000)],
    ['only a head', makeWav(frames).subarray(0, 12)],
    ['no samples', makeWav([])],
    ['another big format', Buffer.from(`RIFX${makeWav(frames).toString('latin1', 4)}`, 'latin1')],
    [
      'compressed samples',
      (() => {
        const wav = makeWav(frames);
        wav.writeUInt16LE(2, 20);
        return wav;
      })(),
    ],
    [
      'no channels',
      (() => {
        const wav = makeWav(frames);
        wav.writeUInt16LE(0, 22);
        return wav;
      })(),
    ],
    [
      'nothing but chunks',
      Buffer.concat([
        Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'),
        ...Array.from({ length: 5000 }, () => chunk('JUNK', Buffer.alloc(0))),
        makeWav(frames).subarray(12),
      ]),
    ],
  ])('%s has no waveform', async (_name, bytes) => {
    expect(await wavWaveform(sourceOf('a.wav', bytes))).toBeNull();
  });

  test('what storage does not give is thrown, not taken for an unreadable file', async () => {
    const whole = sourceOf('a.wav', makeWav(frames));
    const broken = { ...whole, open: () => Promise.reject(new Error('away')) };
    await expect(wavWaveform(broken)).rejects.toThrow('away');
    const short = { ...whole, open: async () => Readable.from([Buffer.alloc(10)]) };
    await expect(wavWaveform(short)).rejects.toThrow('ended before');
  });
});

test('whatever the bytes, it ends with an waveform or none and never reads twice the file', async () => {
  const seed = makeWav(rising(900), { before: [chunk('LIST', Buffer.from('odd'))], extensible: true });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { maxLength: 12 }),
      fc.nat(seed.length),
      async (changes, length) => {
        const bytes = Buffer.from(seed.subarray(0, length));
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        const source = sourceOf('a.wav', bytes);
        const waveform = await wavWaveform(source);
        expect(waveform?.peaks.length ?? PEAKS).toBe(PEAKS);
        expect(waveform?.seconds ?? 1).toBeGreaterThan(0);
        expect(source.read).toBeLessThanOrEqual(2 * Math.max(bytes.length, 1) + 64);
      },
    ),
    { numRuns: 2000 },
  );
});
