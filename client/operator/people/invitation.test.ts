import { expect, test } from 'vitest';
import { inviteErrors, toInvitation, type InviteForm } from './invitation.ts';

const EMPTY: InviteForm = {
  role: 'managed',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  zone: 'UTC',
  slug: '',
  title: '',
  services: [],
  instruments: [],
  another: [],
};
const fieldsOf = (form: InviteForm) => inviteErrors(form).map(({ field }) => field);

test('each wrong field is named before an invitation is sent; a further operator is confirmed', () => {
  expect(fieldsOf(EMPTY)).toEqual([]);
  expect(fieldsOf({ ...EMPTY, name: 'Ada', email: 'ada', zone: 'Mars' })).toEqual(['email', 'name', 'zone']);
  expect(fieldsOf({ ...EMPTY, role: 'partner', slug: 'A b' })).toEqual(['slug', 'title']);
  expect(fieldsOf({ ...EMPTY, role: 'operator' })).toEqual(['another']);
  expect(fieldsOf({ ...EMPTY, role: 'operator', another: ['another'] })).toEqual([]);
});

test('only a musician has a slug, and only an operator is one more', () => {
  const typed = { ...EMPTY, slug: 'ada ', title: 'Drummer', services: ['mixing'], another: ['another'] };
  expect(toInvitation(typed)).toMatchObject({ another: false });
  expect(toInvitation(typed)).not.toHaveProperty('musician');
  expect(toInvitation({ ...typed, role: 'partner' }).musician).toEqual({
    slug: 'ada',
    title: 'Drummer',
    services: ['mixing'],
    instruments: [],
  });
  expect(toInvitation({ ...typed, role: 'operator' })).toMatchObject({ another: true });
});
