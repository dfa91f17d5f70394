import { describe, expect, test } from 'vitest';
import type { FileEntry } from '#shared/files/contract.ts';
import { orderFiles, pressColumn } from './file-order.ts';

const file = (filePath: string, size: number, last_modified: string): FileEntry => ({
  id: filePath,
  filename: filePath,
  filePath,
  prefix: '',
  last_modified,
  size,
  isSupportedAudioFile: true,
  changed: false,
});
const FILES = [
  file('Take 10.wav', 5, '2026-11-21T10:00:00Z'),
  file('take 2.wav', 9, '2026-11-20T10:00:00.000Z'),
  file('bass.wav', 5, '2026-11-22T10:00:00Z'),
];
const names = (order: Parameters<typeof orderFiles>[1]) =>
  orderFiles(FILES, order).map(({ filePath }) => filePath);

describe('a list of files', () => {
  test('sorts names as people count, both ways', () => {
    expect(names({ by: 'name', down: false })).toEqual(['bass.wav', 'take 2.wav', 'Take 10.wav']);
    expect(names({ by: 'name', down: true })).toEqual(['Take 10.wav', 'take 2.wav', 'bass.wav']);
  });

  test('sorts by last modified and by size, equals by name', () => {
    expect(names({ by: 'modified', down: true })).toEqual(['bass.wav', 'Take 10.wav', 'take 2.wav']);
    expect(names({ by: 'size', down: true })).toEqual(['take 2.wav', 'bass.wav', 'Take 10.wav']);
  });

  test('turns round when the same column is pressed again', () => {
    const once = pressColumn({ by: 'name', down: false }, 'size');
    expect(once).toEqual({ by: 'size', down: true });
    expect(pressColumn(once, 'size')).toEqual({ by: 'size', down: false });
    expect(pressColumn(once, 'name')).toEqual({ by: 'name', down: false });
  });
});
