import { expect, test } from 'vitest';
import { feedbackProblem } from './rules-feedback.ts';

test.each([
  ['missing_materials', '', null],
  ['missing_materials', 'The click track', null],
  ['missing_materials', '🥁'.repeat(1000), null],
  ['missing_materials', 'x'.repeat(1001), 'Please use at most 1000 characters.'],
  ['contact_support', '', 'Required'],
  ['contact_support', ' \n\t', 'Required'],
  ['contact_support', 'The link is broken.', null],
  ['contact_support', 'x'.repeat(2000), null],
  ['contact_support', 'x'.repeat(2001), 'Please use at most 2000 characters.'],
] as const)('%s with notes (%#)', (kind, notes, problem) => {
  expect(feedbackProblem(kind, notes)).toBe(problem);
});
