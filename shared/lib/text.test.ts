import { expect, test } from 'vitest';
import { characters, cleanText, oneLine } from './text.ts';

test.each([
  ['', 0],
  ['abc', 3],
  ['🎵', 1],
  ['é', 1],
  ['👩‍🎤', 3],
])('%o has %i characters, as the database counts them', (text, count) => {
  expect(characters(text)).toBe(count);
});

test.each([
  ['  Hello  ', 'Hello'],
  ['a\r\nb\rc\n\td', 'a\nb\nc\n\td'],
  ['b\u0007c\u001bd\u007fe\u0085f', 'bcdef'],
  ['\u0001 \u0002', ''],
  ['a\u0000b', 'a\u0000b'],
  ['\u202e stays: it is no control character', '\u202e stays: it is no control character'],
  ['🎵 é 👩‍🎤', '🎵 é 👩‍🎤'],
])('%o is kept as %o', (text, kept) => {
  expect(cleanText(text)).toBe(kept);
});

test('a name stands in one line', () => {
  expect(oneLine(' Max\r\nBcc: all@test.test\u2028\u0000 ')).toBe('Max Bcc: all@test.test');
});
