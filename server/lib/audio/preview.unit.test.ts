import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders';
import { makeWav, sourceOf } from '#test/rooms/audio.ts';
import { mp3Waveform } from './mp3.ts';
import { makePreview } from './preview.ts';

/** Seconds of a tone, loud in the second half. */
const tone = (seconds: number, rate: number, channels = 1): number[][] =>
  Array.from({ length: Math.round(seconds * rate) }, (_, index) => {
    const volume = index < (seconds * rate) / 2 ? 0.1 : 0.8;
    return Array.from({ length: channels }, () => volume * Math.sin((index * 2 * Math.PI * 440) / rate));
  });

const half = (peaks: Uint8Array | undefined) => [100, 300].map((at) => (peaks?.[at] ?? 0) > 128);

describe('the preview of a wav', () => {
  test.for([
    ['8 bit, 8 kHz, mono', { bits: 8, rate: 8000, channels: 1 }],
    ['24 bit, 44.1 kHz, stereo', { bits: 24, rate: 44_100, channels: 2 }],
    ['float, 96 kHz, stereo', { kind: 'float', bits: 32, rate: 96_000, channels: 2 }],
    ['16 bit, 11,025 Hz, mono', { bits: 16, rate: 11_025, channels: 1 }],
    ['16 bit, 37,800 Hz, four channels', { bits: 16, rate: 37_800, channels: 4 }],
  ] as const)('%s is an mp3 of its length', async ([, shape]) => {
    const wav = makeWav(tone(0.5, shape.rate, shape.channels), shape);
    const preview = await makePreview(sourceOf('a.wav', wav, 5000), 90);
    expect(preview?.total).toBeCloseTo(0.5, 3);
    expect(preview?.seconds).toBeCloseTo(0.5, 3);
    expect(half(preview?.peaks)).toEqual([false, true]);
    const mp3 = Buffer.from(preview?.mp3 ?? []);
    const heard = await mp3Waveform(sourceOf('a.mp3', mp3));
    expect(heard?.seconds).toBeGreaterThan(0.45);
    expect(heard?.seconds).toBeLessThan(0.9);
  });

  test('a long one is cut and fades out', async () => {
    const wav = makeWav(tone(8, 8000), { rate: 8000 });
    const source = sourceOf('a.wav', wav, 4096);
    const preview = await makePreview(source, 3);
    expect([preview?.total, preview?.seconds]).toEqual([8, 3]);
    const { peaks } = preview ?? {};
    expect(peaks?.[399]).toBeLessThan(peaks?.[330] ?? 0);
    expect(source.read).toBeLessThan(wav.length);
  });

  test.for([
    ['a rate that nobody hears', makeWav(tone(1, 1000), { rate: 1000 })],
    ['no samples', makeWav([])],
    ['noise', randomBytes(50_000)],
  ] as const)('%s has none', async ([, bytes]) => {
    expect(await makePreview(sourceOf('a.wav', bytes), 90)).toBeNull();
  });
});

async function makeMp3(seconds: number, channels: 1 | 2) {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: 44_100, channels, bitrate: 320 });
  const mono = Float32Array.from(tone(seconds, 44_100), ([value]) => value ?? 0);
  const body = Buffer.from(encoder.encode(channels === 1 ? [mono] : [mono, mono]));
  return Buffer.concat([body, encoder.finalize()]);
}

describe('the preview of an mp3', () => {
  test.for([1, 2] as const)('with %i channels is shorter and sounds the same', async (channels) => {
    const sent = await makeMp3(6, channels);
    const preview = await makePreview(sourceOf('a.mp3', sent, 10_000), 4);
    expect(preview?.total).toBeCloseTo(6, 0);
    expect(preview?.seconds).toBeCloseTo(4, 3);
    expect(preview?.mp3.length).toBeLessThan(sent.length / 2);
  });

  test('a file that is an mp3 by its tag only has none', async () => {
    const tagged = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), randomBytes(50_000)]);
    expect(await makePreview(sourceOf('a.mp3', tagged), 90)).toBeNull();
  });
});
