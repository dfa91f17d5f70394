import { describe, expect, it } from 'vitest';
import { coverOf } from './cover.ts';

describe('the cover of a name', () => {
  it('is always the same for the same name', () => {
    expect(coverOf('Night Drive', 320, 200, 44)).toEqual(coverOf('Night Drive', 320, 200, 44));
  });

  it('is the same however the name is encoded', () => {
    expect(coverOf('Zoe\u0308', 200, 200, 9)).toEqual(coverOf('Zo\u00eb', 200, 200, 9));
  });

  it('differs between names that differ by one letter', () => {
    expect(coverOf('Bass', 320, 200, 44).upper).not.toBe(coverOf('Bask', 320, 200, 44).upper);
  });

  it('uses every pair of colours over many names', () => {
    const grounds = new Set(Array.from({ length: 400 }, (_, i) => coverOf(`name ${i}`, 320, 200, 4).ground));
    expect(grounds.size).toBe(12);
  });

  it.each(['', '🎻', 'a'.repeat(255)])('draws %j without a broken number', (name) => {
    const { upper, lower } = coverOf(name, 200, 200, 9);
    expect(upper + lower).not.toMatch(/NaN|Infinity/);
  });
});
