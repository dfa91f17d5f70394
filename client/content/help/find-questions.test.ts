import { expect, test } from 'vitest';
import { findQuestions } from './find-questions.ts';

const questions = [
  { question: 'How do credits work?', answer: 'A session costs credits.' },
  { question: 'Can I cancel?', answer: 'Yes, and the crédits come back.' },
];
const found = (typed: string) => findQuestions(questions, typed).map(({ question }) => question);

test('questions are found by every word, in question or answer, whatever its case and accents', () => {
  expect(found('')).toHaveLength(2);
  expect(found('  CREDITS ')).toHaveLength(2);
  expect(found('cancel credits')).toEqual(['Can I cancel?']);
  expect(found('refund')).toEqual([]);
});
