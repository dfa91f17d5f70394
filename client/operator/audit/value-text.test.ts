import { expect, test } from 'vitest';
import { nameText, valueText } from './value-text.ts';

test.each([
  ['starts_at', '2026-11-21T18:30:00Z', '21 Nov 2026 at 18:30'],
  ['refund_cents', 9717, '$97.17'],
  ['credits_back', 2, '2'],
  ['hidden', true, 'yes'],
  ['on', false, 'no'],
  ['status', 'cancelled', 'cancelled'],
  ['month', '2026-10', '2026-10'],
  ['note', '', null],
  ['before', null, null],
  ['services', [], null],
  ['services', ['mixing', 'mastering'], 'mixing, mastering'],
])('%s: %j is shown as %j', (name, value, text) => {
  expect(valueText(name, value, 'Europe/Lisbon')).toBe(text);
});

test('names are words, paths stay', () => {
  expect(['starts_at', 'refund_cents', 'vat_number', 'faqs.0.answer'].map(nameText)).toEqual([
    'Starts at',
    'Refund',
    'VAT number',
    'faqs.0.answer',
  ]);
});
