import { describe, expect, test } from 'vitest';
import type { Upload, UploadGroup } from './ports.ts';
import { firstRows, summaryOf, uploadTotals } from './totals.ts';
import { openUpload, SESSION } from '#test/client/uploads.ts';

const upload = (id: string, status: Upload['status'], loaded = 0, waiting = false): Upload => ({
  id,
  prefix: '',
  name: `${id}.wav`,
  status,
  loaded,
  total: 100,
  waiting,
});
const group = (uploads: Upload[], unfinished = 0): UploadGroup => ({
  session: SESSION,
  uploads,
  unfinished: Array.from({ length: unfinished }, (_, at) => openUpload({ key: String(at) })),
  status: 'pending',
  report: 'none',
  problem: null,
});
const summary = (...groups: UploadGroup[]) => summaryOf(uploadTotals(groups));

describe('the sums of all uploads', () => {
  test('count files and bytes of every session; 100% only when all have arrived', () => {
    const groups = [
      group([upload('a', 'completed', 100), upload('b', 'uploading', 51)]),
      group([upload('c', 'pending')]),
    ];
    expect(uploadTotals(groups)).toMatchObject({ files: 3, finished: 1, failed: 0, percent: 50 });
    expect(uploadTotals([group([upload('a', 'uploading', 100)])]).percent).toBe(99);
    expect(uploadTotals([group([upload('a', 'completed', 100)])]).percent).toBe(100);
    expect(uploadTotals([group([], 1)]).percent).toBe(0);
  });

  test.each([
    ['1 of 2 files uploaded', group([upload('a', 'completed', 100), upload('b', 'uploading')])],
    ['0 of 1 file uploaded', group([upload('a', 'pending')])],
    ['Waiting for the connection…', group([upload('a', 'uploading', 5, true), upload('b', 'pending')])],
    [
      '1 of 3 files uploaded',
      group([upload('a', 'completed', 100), upload('b', 'failed'), upload('c', 'uploading')]),
    ],
    ['1 file was not uploaded', group([upload('a', 'completed', 100), upload('b', 'failed')])],
    ['2 files were not uploaded', group([upload('a', 'failed'), upload('b', 'failed')])],
    ['1 unfinished upload', group([], 1)],
    ['2 unfinished uploads', group([upload('a', 'completed', 100)], 2)],
    ['All files are uploaded', group([upload('a', 'completed', 100)])],
  ])('are said as "%s"', (words, one) => {
    expect(summary(one)).toBe(words);
  });
});

describe('a list that is too long to draw', () => {
  const rows = [
    upload('a', 'completed'),
    upload('b', 'pending'),
    upload('c', 'failed'),
    upload('d', 'uploading'),
  ];

  test('shows first what needs somebody, then what moves', () => {
    expect(firstRows(rows, 3).map(({ id }) => id)).toEqual(['c', 'd', 'b']);
  });

  test('is left in its order while it is short', () => {
    expect(firstRows(rows, 4)).toBe(rows);
  });
});
