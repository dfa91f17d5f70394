import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MAX_FILE_BYTES,
  MULTIPART_FROM_BYTES,
  PART_BYTES,
  formatBytes,
  isMultipart,
  isSameFile,
  isSupportedAudioFile,
  normalizeFilePath,
  partCount,
  partLength,
  progressText,
  uploadGroupStatus,
  uploadStatus,
} from './rules.ts';
import * as texts from './texts.ts';

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

test("the limit is 5368709120 bytes, and its text is 'Error: Some files were larger than {size}'", () => {
  expect(MAX_FILE_BYTES).toBe(5368709120);
  expect(texts.tooLarge()).toBe('Error: Some files were larger than 5 GiB');
});

/** Prefix and name separated by a bar, or the refusal. */
function place(raw: string): string {
  const result = normalizeFilePath(raw);
  return result.ok ? `${result.value.prefix}|${result.value.name}` : result.reason;
}

describe('a path from a browser is data', () => {
  test.each([
    ['kick.wav', '|kick.wav'],
    ['drums/close mics/kick.wav', 'drums/close mics/|kick.wav'],
    ['/etc//passwd', 'etc/|passwd'],
    ['../../up.wav', '|up.wav'],
    ['a/./../b.wav', 'a/|b.wav'],
    ['a\\..\\b.wav', 'a/|b.wav'],
    ['%2e%2e%2fx.wav', '|%2e%2e%2fx.wav'],
    ['nu\0l\nl.wav', '|null.wav'],
    ['song\u202egpj.exe', '|songgpj.exe'],
    ['שיר\u200f.wav', '|שיר\u200f.wav'],
    ['Cafe\u0301.wav', '|Caf\u00e9.wav'],
    ['"quoted" \'it\' 🎸.wav', '|"quoted" \'it\' 🎸.wav'],
    ['', 'empty'],
    ['  ', 'empty'],
    ['..', 'empty'],
    ['folder/', 'empty'],
    ['a/\u0000', 'empty'],
  ])('%j shows as %j', (raw, shown) => {
    expect(place(raw)).toBe(shown);
  });

  test('a name over 255 bytes is cut between characters and keeps its ending', () => {
    const name = place(`${'🎸'.repeat(100)}.wav`).slice(1);
    expect(name).toBe(`${'🎸'.repeat(62)}.wav`);
    expect(place(`${'x'.repeat(255)}/${'y'.repeat(255)}`)).toBe(`${'x'.repeat(255)}/|${'y'.repeat(255)}`);
    expect(place(`a.${'y'.repeat(300)}`).length).toBe(256);
  });

  test('folders and name together are at most 2,000 bytes, else it is refused', () => {
    const folders = `${'x'.repeat(249)}/`.repeat(7);
    expect(place(folders + 'y'.repeat(250))).toBe(`${folders}|${'y'.repeat(250)}`);
    expect(place(folders + 'y'.repeat(251))).toBe('too_long');
    expect(place(`${folders}${'é'.repeat(125)}y`)).toBe('too_long');
  });

  test('whatever comes, every part is safe and normalizing again changes nothing', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('..', '.', '', '\u202e..', ' .. ', 'e\u0301'.repeat(200), '\ud800'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), fc.constantFrom('/', '\\'), (parts, by) => {
        const result = normalizeFilePath(parts.join(by));
        if (!result.ok) return;
        const { prefix, name } = result.value;
        for (const one of `${prefix}${name}`.split('/')) {
          expect(['', '.', '..']).not.toContain(one);
          expect(one).not.toMatch(/[\p{Cc}\p{Cs}\\\u202a-\u202e]/u);
          expect(one).toBe(one.normalize('NFC'));
          expect(bytesOf(one)).toBeLessThanOrEqual(255);
        }
        expect(normalizeFilePath(prefix + name)).toEqual(result);
      }),
    );
  }, 30_000);
});

test('mp3 and wav play', () => {
  expect(['a.mp3', 'a.WAV', 'a.b.wav'].every(isSupportedAudioFile)).toBe(true);
  expect(['a.aiff', 'wav', 'a.wav.zip', 'a.mp3x'].some(isSupportedAudioFile)).toBe(false);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [48_200_000, '48.2 MB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [5_368_709_120, '5.4 GB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test("progress reads 'x out of y - n%', and 100% only at the end", () => {
  expect(progressText(12_050_000, 48_200_000)).toBe('12.1 MB out of 48.2 MB - 25%');
  expect(progressText(48_199_999, 48_200_000)).toBe('48.2 MB out of 48.2 MB - 99%');
  expect(progressText(48_200_000, 48_200_000)).toBe('48.2 MB out of 48.2 MB - 100%');
  expect(progressText(0, 0)).toBe('0 B out of 0 B - 100%');
});

test('above 64 MiB a file travels in parts', () => {
  expect([MULTIPART_FROM_BYTES, PART_BYTES]).toEqual([64 * 1024 * 1024, 16 * 1024 * 1024]);
  expect([0, 67_108_864, 67_108_865, MAX_FILE_BYTES].map(isMultipart)).toEqual([false, false, true, true]);
});

test.each([
  [0, 1, 0],
  [1, 1, 1],
  [16_777_215, 1, 16_777_215],
  [16_777_216, 1, 16_777_216],
  [16_777_217, 2, 1],
  [67_108_865, 5, 1],
  [100_000_000, 6, 16_113_920],
  [MAX_FILE_BYTES, 320, 16_777_216],
])('%d bytes are %i parts, and the last has %i bytes', (size, count, last) => {
  expect(partCount(size)).toBe(count);
  expect(partLength(size, count)).toBe(last);
  expect([0, -1, count + 1].map((part) => partLength(size, part))).toEqual([0, 0, 0]);
});

test('the parts of any file are its bytes, and only the last is short', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_FILE_BYTES }), (size) => {
      const lengths = Array.from({ length: partCount(size) }, (_, index) => partLength(size, index + 1));
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(size);
      expect(lengths.slice(0, -1).every((length) => length === PART_BYTES)).toBe(true);
      expect(lengths.at(-1)).toBeGreaterThan(0);
    }),
  );
});

describe('a picked file is that of an open upload', () => {
  const open = {
    prefix: 'drums/',
    filename: 'Caf\u00e9.wav',
    fileSize: 70_000_000,
    fileModified: 1_700_000_000_000,
  };
  const picked = { prefix: 'drums/', name: 'Caf\u00e9.wav', size: 70_000_000, modified: 1_700_000_000_000 };
  test.each([
    ['the same place, size and time', {}, {}, true],
    ['the same place as it is written on a Mac', {}, { name: 'Cafe\u0301.wav' }, true],
    ['another folder', {}, { prefix: '' }, false],
    ['another name', {}, { name: 'cafe.wav' }, false],
    ['another size', {}, { size: 70_000_001 }, false],
    ['changed since', {}, { modified: 1_700_000_000_001 }, false],
    ['no time was told', { fileModified: null }, {}, false],
    ['no name', {}, { name: '..' }, false],
  ] as const)('%s: %j %j is %s', (_why, opened, pick, same) => {
    expect(isSameFile({ ...open, ...opened }, { ...picked, ...pick })).toBe(same);
  });
});

test('a file is completed when loaded reaches total, failed on an error', () => {
  const upload = { started: true, failed: false, loaded: 5, total: 10 };
  expect(uploadStatus({ ...upload, started: false, loaded: 0 })).toBe('pending');
  expect(uploadStatus(upload)).toBe('uploading');
  expect(uploadStatus({ ...upload, loaded: 10 })).toBe('completed');
  expect(uploadStatus({ ...upload, failed: true, loaded: 10 })).toBe('failed');
});

test('a group is completed when all are, uploading if any is, failed if any is', () => {
  expect(uploadGroupStatus(['completed', 'completed'])).toBe('completed');
  expect(uploadGroupStatus(['completed', 'uploading', 'failed'])).toBe('uploading');
  expect(uploadGroupStatus(['completed', 'failed', 'pending'])).toBe('failed');
  expect(uploadGroupStatus(['completed', 'pending'])).toBe('pending');
  expect(uploadGroupStatus([])).toBe('pending');
});

test('the texts, to the letter', () => {
  expect([texts.preSessionTab('Ana'), texts.sessionTab('Bo')]).toEqual([
    'Pre-session files (by Ana)',
    'Session files (by Bo)',
  ]);
  expect([texts.deletePreSession('Ana'), texts.deleteSessionFiles('Bo')]).toEqual([
    'Delete all pre-session files (by Ana)',
    'Delete all session files (by Bo)',
  ]);
  expect([texts.downloadAll, texts.preparingFiles, texts.filesReady, texts.noFiles]).toEqual([
    'Download all files',
    'Preparing your files...',
    'Your files are ready! Press to download',
    'No files',
  ]);
  expect(texts.viewFilesTitle(100_001, 'Blue', 'Bo')).toBe('100001 - Blue - Session for Bo');
  expect(texts.leaveWhileUploading).toBe('Some of the files are still uploading. Do you wish to leave?');
  expect([texts.uploadsFailed, texts.someUploadsFailed]).toEqual([
    'Error uploading files for session',
    'Some of files failed to upload',
  ]);
});
