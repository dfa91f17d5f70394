import { describe, expect, test } from 'vitest';
import { profileTabs, readProfileHash } from './profile-hash.ts';

describe('the hash of the profile: #tab[&key=value]', () => {
  test.each([
    ['', 'profile', {}],
    ['#', 'profile', {}],
    ['#security', 'security', {}],
    ['billing', 'billing', {}],
    ['#Billing', 'billing', {}],
    ['#billing&session_id=true', 'billing', { session_id: 'true' }],
    ['#billing&session_id', 'billing', { session_id: 'true' }],
    [
      '#billing&purchase=topup&product_name=3%20credits&credits=3&&',
      'billing',
      { purchase: 'topup', product_name: '3 credits', credits: '3' },
    ],
    ['#nowhere&x=1', 'profile', { x: '1' }],
    ['#billing?session_id=true', 'billing', { session_id: 'true' }],
    ['#purchase=topup&credits=3', 'billing', { purchase: 'topup', credits: '3' }],
    ['#session_id=true', 'billing', { session_id: 'true' }],
    ['#security&purchase=topup', 'security', { purchase: 'topup' }],
    ['#calendar', 'profile', {}],
    ['#%E0%A4%A', 'profile', {}],
    ['#billing&x=%E0%A4%A', 'billing', { x: '\uFFFD%A' }],
    ['#__proto__', 'profile', {}],
  ])('%s of a client: %s %o', (hash, tab, values) => {
    expect(readProfileHash(hash, 'client')).toEqual({ tab, values });
  });

  test.each([
    ['partner', '#calendar', 'calendar'],
    ['partner', '#invoice&year=2026&month=10', 'invoice'],
    ['client', '#invoice', 'profile'],
    ['partner', '#billing', 'profile'],
    ['managed', '#billing', 'profile'],
    ['managed', '#purchase=topup', 'profile'],
    ['managed', '#referral', 'profile'],
  ] as const)('a %s at %s sees %s', (role, hash, tab) => {
    expect(readProfileHash(hash, role).tab).toBe(tab);
  });

  test('every role has its profile first', () => {
    for (const role of ['client', 'partner', 'managed', 'operator'] as const)
      expect(profileTabs(role)[0]).toBe('profile');
  });
});
