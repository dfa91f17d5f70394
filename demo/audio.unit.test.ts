import { expect, test } from 'vitest';
import { play, RATE, toMp3, toWav } from './audio.ts';

const TAKE = { song: 'Night Drive', part: 'mix', bpm: 112, bars: 2 } as const;

test('a take sounds the same each time, is loud enough and never clips', () => {
  const once = play(TAKE);
  expect(play(TAKE)).toEqual(once);
  expect(once.length / RATE).toBeCloseTo((2 * 4 * 60) / 112 + 0.4, 2);
  expect(once.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).toBeCloseTo(0.89, 2);
});

test('a WAV file says what it holds', () => {
  const wav = toWav(play(TAKE));
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
  expect(wav.readUInt32LE(24)).toBe(RATE);
  expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
});

test('an MP3 file begins with a frame of an MPEG layer III stream', async () => {
  const mp3 = await toMp3(play(TAKE));
  expect(mp3[0]).toBe(0xff);
  expect((mp3[1] ?? 0) & 0xe6).toBe(0xe2);
  expect(mp3.length).toBeGreaterThan(20_000);
});
