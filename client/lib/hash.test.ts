import { describe, expect, test } from 'vitest';
import { parseHash } from './hash.ts';

describe('the hash grammar #tab[&key=value]', () => {
  test.each([
    ['#billing', 'billing', {}],
    ['#billing&purchase=topup&credits=3', 'billing', { purchase: 'topup', credits: '3' }],
    ['profile', 'profile', {}],
    ['', '', {}],
    ['#purchase=topup', '', { purchase: 'topup' }],
    ['#purchase=topup&credits=3', '', { purchase: 'topup', credits: '3' }],
    ['#billing?session_id=true', 'billing', { session_id: 'true' }],
    ['#billing?session_id&credits=3', 'billing', { session_id: 'true', credits: '3' }],
    ['#?session_id=true', '', { session_id: 'true' }],
  ])('%j is tab %j', (hash, tab, values) => {
    expect(parseHash(hash)).toEqual({ tab, values });
  });
});
