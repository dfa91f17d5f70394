import { expect, test } from 'vitest';
import { MEMBER_COLUMNS, readMembers } from '#shared/operator/rules-import.ts';
import { EXAMPLE, foundText } from './import-text.ts';

test.each([
  [{ members: 1, credits: 1, ended: 0 }, '1 member with 1 credit.'],
  [{ members: 1200, credits: 0, ended: 0 }, '1,200 members with 0 credits.'],
  [
    { members: 2, credits: 7, ended: 1 },
    '2 members with 7 credits. The paid-through day of 1 is over: they come as cancelled.',
  ],
])('%o', (found, text) => {
  expect(foundText(found)).toBe(text);
});

test('the example has every column and no mistake', () => {
  const lines = EXAMPLE.trim().split('\n');
  expect(lines[0]?.split(',')).toEqual([...MEMBER_COLUMNS]);
  const read = readMembers(lines.map((line, at) => ({ line: at + 1, cells: line.split(',') })));
  expect([read.faults, read.members.length]).toEqual([[], 1]);
});
