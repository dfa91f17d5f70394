import { describe, expect, test } from 'vitest';
import { formatPosition, positionAfterKey, positionLabel } from './position.ts';

describe('a place in a recording', () => {
  test('is read as players show it', () => {
    expect([0, 7.9, 83, 225, 3729].map(formatPosition)).toEqual(['0:00', '0:07', '1:23', '3:45', '1:02:09']);
    expect([null, Number.NaN, Infinity].map(formatPosition)).toEqual(['–:–', '–:–', '–:–']);
  });

  test('is said with the length, where that is known', () => {
    expect(positionLabel(83, 225)).toBe('1:23 of 3:45');
    expect(positionLabel(83, null)).toBe('1:23');
  });

  test('moves by keys, and never over the ends', () => {
    expect(positionAfterKey('ArrowRight', 10, 60)).toBe(15);
    expect(positionAfterKey('ArrowDown', 10, 60)).toBe(5);
    expect(positionAfterKey('ArrowLeft', 2, 60)).toBe(0);
    expect(positionAfterKey('PageUp', 57, 60)).toBe(60);
    expect(positionAfterKey('PageDown', 30, 60)).toBe(24);
    expect(positionAfterKey('Home', 30, 60)).toBe(0);
    expect(positionAfterKey('End', 30, 60)).toBe(60);
    expect(positionAfterKey('a', 30, 60)).toBeNull();
  });
});
