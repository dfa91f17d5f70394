import { describe, expect, test } from 'vitest';
import { readMembers } from './rules-members.ts';

const HEADER = 'name,email,zone,paid_through,credits';
const linesOf = (...lines: readonly string[]) =>
  lines.map((text, at) => ({ line: at + 1, cells: text.split(',') }));
const faultsOf = (...lines: readonly string[]) =>
  readMembers(linesOf(...lines)).faults.map(({ line, message }) => `${line}: ${message}`);

describe('a file of members', () => {
  test('is read in any order of its columns, to the end of the paid-through day', () => {
    const { members, faults } = readMembers(
      linesOf(
        'Credits,zone,EMAIL,paid_through,name,note',
        '7,Asia/Kathmandu, Ada@Test.test ,2027-01-31,Ada  Lovelace,x',
      ),
    );
    expect(faults).toEqual([]);
    expect(members).toEqual([
      {
        line: 2,
        name: 'Ada Lovelace',
        email: 'ada@test.test',
        zone: 'Asia/Kathmandu',
        paid_through: Temporal.Instant.from('2027-01-31T18:15:00Z'),
        credits: 7,
      },
    ]);
  });

  test('names every mistake with its line', () => {
    expect(
      faultsOf(
        HEADER,
        'Ada Lovelace,ada@test.test,Europe/Lisbon,2027-01-31,1',
        ',nobody,Lisbon,2027-02-30,1.5',
        'Ada Again,ADA@test.test,UTC,31.01.2027,10001',
      ),
    ).toEqual([
      '3: name: Between 1 and 255 characters.',
      '3: email: Invalid email address',
      '3: zone: A time zone by its name, such as Europe/Lisbon.',
      '3: paid_through: A date such as 2027-01-31.',
      '3: credits: A whole number from 0 to 10000.',
      '4: paid_through: A date such as 2027-01-31.',
      '4: credits: A whole number from 0 to 10000.',
      '4: email: The same address is on line 2.',
    ]);
  });

  test.each([
    [['name,email'], '1: The first line has to name these columns, too: zone, paid_through, credits.'],
    [[], '1: The first line has to name these columns, too: name, email, zone, paid_through, credits.'],
    [[HEADER], '2: There is no member.'],
  ])('needs its columns and a member: %j', (lines, fault) => {
    expect(faultsOf(...lines)).toEqual([fault]);
  });
});
