import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'])('%j is a text, no formula', (text) => {
  const [, row = ''] = csvOf([['x'], [text]]).split('x\r\n');
  expect(row.replace(/^"/, '')).toMatch(/^'/);
});

test('numbers stay numbers, also below 0; quotes, commas and lines are kept in one cell', () => {
  expect(csvOf([[-2, 'a "b", c', 'two\nlines']])).toBe('\u{feff}-2,"a ""b"", c","two\nlines"\r\n');
});
