import { expect, test } from 'vitest';
import { barsOf, barsPath, waveformPath } from './waveform.ts';

test('draws the peaks above and below a middle line, with a thin line where there is silence', () => {
  expect(waveformPath([255, 0])).toBe('M0 50L0.5 0.0L1.5 48.5L2 50L1.5 51.5L0.5 100.0Z');
  expect(waveformPath([999, -4])).toBe(waveformPath([255, 0]));
  expect(waveformPath([])).toBe('');
});

test('draws neighbouring peaks together into bars, none where there are too few', () => {
  expect(barsOf([0, 255, 51, 0], 2)).toEqual([100, 20]);
  expect(barsOf([0, 0], 2)).toEqual([3, 3]);
  expect(barsOf([255], 2)).toEqual([]);
});

test('draws bars around a middle line', () => {
  expect(barsPath([255, 51])).toBe('M0.2 0.0h.6v100.0h-.6zM1.2 40.0h.6v20.0h-.6z');
  expect(barsPath([])).toBe('');
});
