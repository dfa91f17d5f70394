import { describe, expect, test } from 'vitest';
import { isForPerson, billboardOf, freeBundleOf, SAFE_LINK } from './rules-documents.ts';

describe('the bundle that is selected by default: price 0 and 0 credits', () => {
  const gift = { id: 'gift', price: 0, credits: 2 };
  const free = { id: 'free', price: 0, credits: 0 };
  const paid = { id: 'paid', price: 219, credits: 3 };
  test('the first such one, or none', () => {
    expect(freeBundleOf([paid, gift, free, { ...free, id: 'later' }])).toBe(free);
    expect(freeBundleOf([paid, gift])).toBeUndefined();
    expect(freeBundleOf([])).toBeUndefined();
  });
});

test.each([
  ['cancelled', 'cancelled'],
  ['ondemand', 'ondemand'],
  ['legacy', 'legacy'],
  ['member', 'members'],
  ['public', null],
  [null, null],
])('the billboard of the cohort %s is %s', (cohort, variant) => {
  expect(billboardOf(cohort)).toBe(variant);
});

test('an announcement is for its roles and, of clients, its cohorts', () => {
  const one = { audience: { roles: ['client', 'partner'], cohorts: ['member'] } };
  expect(isForPerson(one, { role: 'client', cohort: 'member' })).toBe(true);
  expect(isForPerson(one, { role: 'client', cohort: 'legacy' })).toBe(false);
  expect(isForPerson(one, { role: 'partner', cohort: null })).toBe(true);
  expect(isForPerson(one, { role: 'managed', cohort: null })).toBe(false);
});

test.each([
  ['/', true],
  ['/explore?instrument=drums#x', true],
  ['https://a.test/b', true],
  ['http://a.test', true],
  ['mailto:a@b.test?subject=x', true],
  ['', false],
  ['explore', false],
  ['//a.test', false],
  ['/\\a.test', false],
  ['https://a.test\\b', false],
  ['javascript:x', false],
  ['JAVASCRIPT:x', false],
  ['HTTPS://a.test', false],
  ['data:text/html,x', false],
  ['/a b', false],
  ['/a\tb', false],
  ['/a\u0000b', false],
  ['/a\u0085b', false],
  ['/a\nhttps://b.test', false],
  ['ftp://a.test', false],
])('a link to %j is safe: %s', (href, safe) => {
  expect(SAFE_LINK.test(href)).toBe(safe);
});
