import { describe, expect, it } from 'vitest';
import { parseHash } from './paths.ts';

describe('the hash grammar #tab[&key=value]', () => {
  it.each([
    ['#billing', 'billing', {}],
    ['#billing&purchase=topup&credits=3', 'billing', { purchase: 'topup', credits: '3' }],
    ['profile', 'profile', {}],
    ['', '', {}],
    ['#purchase=topup', '', {}],
  ])('%j is tab %j', (hash, tab, values) => {
    expect(parseHash(hash)).toEqual({ tab, values });
  });
});
