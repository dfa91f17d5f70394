import { describe, expect, it } from 'vitest';
import { formatPlace, placeAfterKey, placeInWords } from './play-time.ts';

describe('a place in a recording', () => {
  it('is read as players show it', () => {
    expect([0, 7.9, 83, 225, 3729].map(formatPlace)).toEqual(['0:00', '0:07', '1:23', '3:45', '1:02:09']);
    expect([null, Number.NaN, Infinity].map(formatPlace)).toEqual(['–:–', '–:–', '–:–']);
  });

  it('is said with the length, where that is known', () => {
    expect(placeInWords(83, 225)).toBe('1:23 of 3:45');
    expect(placeInWords(83, null)).toBe('1:23');
  });

  it('moves by keys, and never over the ends', () => {
    expect(placeAfterKey('ArrowRight', 10, 60)).toBe(15);
    expect(placeAfterKey('ArrowDown', 10, 60)).toBe(5);
    expect(placeAfterKey('ArrowLeft', 2, 60)).toBe(0);
    expect(placeAfterKey('PageUp', 57, 60)).toBe(60);
    expect(placeAfterKey('PageDown', 30, 60)).toBe(24);
    expect(placeAfterKey('Home', 30, 60)).toBe(0);
    expect(placeAfterKey('End', 30, 60)).toBe(60);
    expect(placeAfterKey('a', 30, 60)).toBeNull();
  });
});
