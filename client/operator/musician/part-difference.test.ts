import { expect, test } from 'vitest';
import { partDifference, wordDifference } from './part-difference.ts';

const marked = (stretches: ReturnType<typeof wordDifference>): string =>
  stretches
    .map(({ text, kind }) => (kind === 'same' ? text : kind === 'gone' ? `[-${text}-]` : `[+${text}+]`))
    .join('');

test.for([
  ['Drums', 'Drums', 'Drums'],
  ['', 'Cymbals', '[+Cymbals+]'],
  ['Cymbals', '', '[-Cymbals-]'],
  ['', '', ''],
  ['I play drums', 'I play old drums', 'I play [+old +]drums'],
  [
    'Twenty years of brushes.',
    'Thirty years of sticks.',
    '[-Twenty-][+Thirty+] years of [-brushes.-][+sticks.+]',
  ],
  ['One.\n\nTwo.', 'One.\n\nTwo. Three.', 'One.\n\nTwo.[+ Three.+]'],
] as const)('from "%s" to "%s"', ([before, after, expected]) => {
  expect(marked(wordDifference(before, after))).toBe(expected);
});

const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => `w${(from + n) % 97}`).join(' ');

test('both sides can be read off the stretches, also of long texts', () => {
  for (const [before, after] of [
    [words(0, 300), words(40, 420)],
    [words(0, 2000), words(1, 2001)],
  ] as const) {
    const stretches = wordDifference(before, after);
    const without = (kind: string) =>
      stretches
        .filter((one) => one.kind !== kind)
        .map(({ text }) => text)
        .join('');
    expect(without('new')).toBe(before);
    expect(without('gone')).toBe(after);
  }
});

test('choices are marked as a whole', () => {
  const part = {
    part: 'services',
    changed: true,
    published: ['Drums', 'Bass'],
    draft: ['Bass', 'Mixing'],
  } as const;
  expect(partDifference({ ...part, published: [...part.published], draft: [...part.draft] })).toEqual({
    published: [[{ text: 'Drums', kind: 'gone' }], [{ text: 'Bass', kind: 'same' }]],
    draft: [[{ text: 'Bass', kind: 'same' }], [{ text: 'Mixing', kind: 'new' }]],
  });
});

test('a text that is written anew is marked as a whole', () => {
  const part = {
    part: 'bio',
    changed: true,
    published: ['I mix songs and teach.'],
    draft: ['Drums, bass and more of it all.'],
  } as const;
  expect(partDifference({ ...part, published: [...part.published], draft: [...part.draft] })).toEqual({
    published: [[{ text: 'I mix songs and teach.', kind: 'gone' }]],
    draft: [[{ text: 'Drums, bass and more of it all.', kind: 'new' }]],
  });
});
