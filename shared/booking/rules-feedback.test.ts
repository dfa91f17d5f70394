import { expect, test } from 'vitest';
import { feedbackErrors, isFeedbackOf } from './rules-feedback.ts';

test.each([
  ['client', 'cancel-by-user', true],
  ['managed', 'cancel-by-user', true],
  ['partner', 'cancel-by-user', false],
  ['operator', 'cancel-by-user', false],
  ['client', 'missing_materials', false],
  ['managed', 'contact_support', false],
  ['partner', 'missing_materials', true],
  ['partner', 'contact_support', true],
  ['operator', 'contact_support', false],
] as const)('a %s gives feedback %s: %s', (role, type, may) => {
  expect(isFeedbackOf(role, type)).toBe(may);
});

test('only asking for support needs notes', () => {
  const required = [{ field: 'feedback_notes', message: 'Required' }];
  for (const notes of [null, '', ' \n ']) {
    expect(feedbackErrors('contact_support', notes)).toEqual(required);
    expect(feedbackErrors('missing_materials', notes)).toEqual([]);
    expect(feedbackErrors('cancel-by-user', notes)).toEqual([]);
  }
  expect(feedbackErrors('contact_support', 'The drums are gone')).toEqual([]);
});
