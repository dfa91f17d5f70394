import { expect, test } from 'vitest';
import { feedbackProblem } from './rules-feedback.ts';

test.each([
  ['missing_materials', '', null],
  ['contact_support', '', 'Required'],
  ['contact_support', ' \n\t', 'Required'],
  ['contact_support', 'The link is broken.', null],
  ['contact_support', 'x'.repeat(2000), null],
  ['contact_support', 'x'.repeat(2001), 'Please use at most 2000 characters.'],
] as const)('%s with notes (%#)', (kind, notes, problem) => {
  expect(feedbackProblem(kind, notes)).toBe(problem);
});
