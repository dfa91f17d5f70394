import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('a table is CSV whose texts are never formulas', () => {
  expect(
    toCsv([
      ['Musician', 'Hours'],
      ['Max "Drums", jr.', -1.5],
      ['=1+1', null],
      ['two\nlines', 0],
    ]),
  ).toBe('Musician,Hours\r\n"Max ""Drums"", jr.",-1.5\r\n\'=1+1,\r\n"two\nlines",0\r\n');
});
