import { expect, test } from 'vitest';
import { readSignUpSearch } from './sign-up-search.ts';

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
