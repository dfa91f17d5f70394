import { expect, test } from 'vitest';
import { changedValues, differences } from './rules-audit.ts';

test('a change is shown value by value; what stays the same is left out', () => {
  expect(
    changedValues(
      { status: 'booked', price: 2, slots: [{ id: 1 }] },
      { status: 'cancelled', price: 2, slots: [] },
    ),
  ).toEqual([
    { name: 'status', before: 'booked', after: 'cancelled' },
    { name: 'slots.0.id', before: 1, after: undefined },
    { name: 'slots', before: undefined, after: [] },
  ]);
  expect(changedValues(null, { role: 'partner', note: null, with: ['drums', 'bass'] })).toEqual([
    { name: 'role', before: undefined, after: 'partner' },
    { name: 'note', before: undefined, after: null },
    { name: 'with', before: undefined, after: ['drums', 'bass'] },
  ]);
  expect(changedValues(null, null)).toEqual([]);
});

test('of two versions of something large only what differs is kept, by its path', () => {
  const before = {
    faqs: [
      { q: 'Why?', a: 'So.' },
      { q: 'When?', a: 'Now.' },
    ],
  };
  const after = { faqs: [{ q: 'Why?', a: 'Because.' }] };
  expect(differences(before, after)).toEqual({
    before: { 'faqs.0.a': 'So.', 'faqs.1.q': 'When?', 'faqs.1.a': 'Now.' },
    after: { 'faqs.0.a': 'Because.' },
  });
  expect(differences(before, before)).toEqual({ before: {}, after: {} });
});
