import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  audioKind,
  CARD_PEAKS,
  checkWords,
  MAX_SAMPLE_BYTES,
  MAX_SAMPLES,
  moveTo,
  packPeaks,
  sampleFileProblem,
  titleOfFile,
  unpackPeaks,
} from './rules-samples.ts';

const bytes = (text: string, more: readonly number[] = []) =>
  Uint8Array.from([...Array.from(text, (char) => char.charCodeAt(0)), ...more]);
/** Two frames of MPEG 1 layer III, 128 kbit/s at 44.1 kHz: 417 bytes each. */
const frames = (before = 0, second = [0xff, 0xfb, 0x90, 0x00]) => {
  const made = new Uint8Array(before + 500);
  made.set([0xff, 0xfb, 0x90, 0x00], before);
  made.set(second, before + 417);
  return made;
};

test('six samples of at most 60 MB', () => {
  expect([MAX_SAMPLES, MAX_SAMPLE_BYTES]).toEqual([6, 60_000_000]);
});

describe('what a file is, by its bytes', () => {
  test.each([
    ['a wav', bytes('RIFF\0\0\0\0WAVEfmt '), 'wav'],
    ['a long wav', bytes('RF64\0\0\0\0WAVEds64'), 'wav'],
    ['another RIFF', bytes('RIFF\0\0\0\0AVI LIST'), null],
    ['a tag of an mp3', bytes('ID3', [3, 0, 0]), 'mp3'],
    ['two frames in a row', frames(), 'mp3'],
    ['two frames after silence', frames(2000), 'mp3'],
    ['one frame and no other', frames(0, [1, 2, 3, 4]), null],
    ['AAC, whose header is like that of a frame', frames(0, [0xff, 0xf1, 0x50, 0x80]), null],
    ['a FLAC', bytes('fLaC\0\0\0"'), null],
    ['a page of the web', bytes('<!doctype html><title>song.wav'), null],
    ['nothing', new Uint8Array(), null],
  ] as const)('%s: %s', (_, head, kind) => {
    expect(audioKind(head)).toBe(kind);
  });

  test('whatever comes, it answers', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (head) => {
        expect([null, 'wav', 'mp3']).toContain(audioKind(head));
      }),
    );
  });
});

test.each([
  ['take.wav', 1, null],
  ['Take.WAVE', MAX_SAMPLE_BYTES, null],
  ['take.mp3', MAX_SAMPLE_BYTES + 1, 'too_large'],
  ['take.mp3', 0, 'empty'],
  ['take.flac', 9, 'not_audio'],
  ['wav', 9, 'not_audio'],
] as const)('%s of %i bytes: %s', (name, size, problem) => {
  expect(sampleFileProblem({ name, size })).toBe(problem);
});

test.each([
  ['Slow Tide, brushes.wav', 'Slow Tide, brushes'],
  ['C:\\takes\\v1.2 final.mp3', 'v1.2 final'],
  ['.wav', '.wav'],
  [`${'🥁'.repeat(90)}.wav`, '🥁'.repeat(80)],
])('%s begins as %s', (name, title) => {
  expect(titleOfFile(name)).toBe(title);
});

const fieldsOf = (title: string, did: string) => checkWords({ title, did }).errors.map(({ field }) => field);

test('words are one line each, and say what is wrong', () => {
  expect(checkWords({ title: ' Slow\nTide ', did: '' })).toEqual({
    words: { title: 'Slow Tide', did: '' },
    errors: [],
  });
  expect(fieldsOf('🥁'.repeat(80), '🥁'.repeat(120))).toEqual([]);
  expect(fieldsOf('🥁'.repeat(81), '🥁'.repeat(121))).toEqual(['title', 'did']);
  expect(fieldsOf(' \n ', '')).toEqual(['title']);
});

test.each([
  ['a', 1, 'bac'],
  ['a', 9, 'bca'],
  ['c', -1, 'cab'],
  ['b', 1, 'abc'],
  ['x', 1, 'abc'],
])('%s to place %i: %s', (id, place, order) => {
  expect(moveTo(['a', 'b', 'c'], id, place).join('')).toBe(order);
});

describe('packed peaks', () => {
  test('come back as they were', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), (peaks) => {
        expect(unpackPeaks(packPeaks(peaks))).toEqual([...peaks]);
      }),
    );
  });

  test('for a card are few, and the loudest stays', () => {
    const peaks = new Uint8Array(400).fill(3);
    peaks[399] = 255;
    const packed = packPeaks(peaks, CARD_PEAKS);
    expect(packed.length).toBeLessThan(90);
    const few = unpackPeaks(packed);
    expect([few.length, few[0], few.at(-1)]).toEqual([CARD_PEAKS, 3, 255]);
  });

  test('that nobody packed are none', () => {
    expect(unpackPeaks('<script>')).toEqual([]);
    expect(unpackPeaks('')).toEqual([]);
  });
});
