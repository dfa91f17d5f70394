import { expect, test } from 'vitest';
import { validateInvitation, type Invitation } from './rules.ts';

const MANAGED: Invitation = {
  role: 'managed',
  email: 'ada@test.test',
  name: 'Ada Lovelace',
  zone: 'Europe/Lisbon',
};
const MUSICIAN = { slug: 'rafa-monteiro', title: 'Drummer', services: [], instruments: [] };
const PARTNER: Invitation = { ...MANAGED, role: 'partner', musician: MUSICIAN };

test.each([
  [MANAGED],
  [{ ...MANAGED, role: 'operator' as const }],
  [{ ...MANAGED, zone: 'UTC' }],
  [PARTNER],
  [{ ...PARTNER, musician: { ...MUSICIAN, slug: 'dj-2' } }],
])('%j will do', (invitation) => {
  expect(validateInvitation(invitation)).toEqual([]);
});

test.each([
  [{ ...MANAGED, email: 'ada' }, ['email']],
  [{ ...MANAGED, email: ' ' }, ['email']],
  [{ ...MANAGED, name: 'Ada' }, ['name']],
  [{ ...MANAGED, name: `Ada ${'x'.repeat(252)}` }, ['name']],
  [{ ...MANAGED, zone: 'Lisbon' }, ['zone']],
  [{ ...MANAGED, zone: '+01:00' }, ['zone']],
  [{ ...PARTNER, musician: undefined }, ['slug', 'title']],
  [{ ...PARTNER, musician: { ...MUSICIAN, slug: 'Rafa' } }, ['slug']],
  [{ ...PARTNER, musician: { ...MUSICIAN, slug: 'rafa--monteiro' } }, ['slug']],
  [{ ...PARTNER, musician: { ...MUSICIAN, slug: 'a'.repeat(256) } }, ['slug']],
  [{ ...PARTNER, musician: { ...MUSICIAN, title: '  ' } }, ['title']],
  [{ ...PARTNER, musician: { ...MUSICIAN, title: 'x'.repeat(256) } }, ['title']],
  [{ ...PARTNER, email: '', name: '', zone: '' }, ['email', 'name', 'zone']],
])('%j will not: %j', (invitation: Invitation, fields) => {
  expect(validateInvitation(invitation).map(({ field }) => field)).toEqual(fields);
});
