import { expect, test } from 'vitest';
import { afterSignUp, readSignUpSearch } from './sign-up-search.ts';

const NOTHING = { code: null, email: '', waitlist: false, ondemand: false, bundleId: null };

test.each([
  [{}, {}],
  [
    { artist: 'Rafa', code: 'abc', email: 'a@b.test' },
    { code: 'abc', email: 'a@b.test' },
  ],
  [{ waitlist: '1' }, { waitlist: true }],
  [{ waitlist: 'yes', ondemand: '0' }, {}],
  [
    { ondemand: '1', bundle_id: 'bundle-3' },
    { ondemand: true, bundleId: 'bundle-3' },
  ],
  [{ code: ['a', 'b'], email: '' }, {}],
  [{ code: 'x'.repeat(129) }, {}],
])('%j', (search, read) => {
  expect(readSignUpSearch(search)).toEqual({ ...NOTHING, ...read });
});

test.each([
  [{}, '/explore'],
  [{ code: 'abc', next: '/sessions' }, '/explore'],
  [{ cohort: 'studio_5', next: '/payment-details?cohort=studio_5' }, '/explore?cohort=studio_5'],
  [{ cohort: 'a&b', offer: 'studio_10' }, '/explore?cohort=a%26b&offer=studio_10'],
  [{ cohort: ['a', 'b'], offer: 'x'.repeat(65) }, '/explore'],
])('%j continues at %s', (search, path) => {
  expect(afterSignUp(search)).toBe(path);
});
