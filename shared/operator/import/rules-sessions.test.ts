import { describe, expect, test } from 'vitest';
import { readSessions } from './rules-sessions.ts';

const HEADER = 'client,musician,service,start,minutes,credits,title';
const linesOf = (...lines: readonly string[]) =>
  [HEADER, ...lines].map((text, at) => ({ line: at + 1, cells: text.split(',') }));
const faultsOf = (...lines: readonly string[]) =>
  readSessions(linesOf(...lines)).faults.map(({ line, message }) => `${line}: ${message}`);
const at = (start: string, minutes = 60, musician = 'rafa') =>
  `ada@test.test,${musician},recording,${start},${minutes},2,`;

describe('a file of sessions', () => {
  test('is read with its offset, and without a title', () => {
    const { sessions, faults } = readSessions(
      linesOf(' Ada@Test.test ,rafa,recording,2027-01-31T15:00+01:00,90,3,', at('2027-02-01 09:00:00Z')),
    );
    expect(faults).toEqual([]);
    expect(sessions).toMatchObject([
      {
        line: 2,
        client: 'ada@test.test',
        starts_at: Temporal.Instant.from('2027-01-31T14:00Z'),
        ends_at: Temporal.Instant.from('2027-01-31T15:30Z'),
        minutes: 90,
        credits: 3,
        title: null,
      },
      { starts_at: Temporal.Instant.from('2027-02-01T09:00Z') },
    ]);
  });

  test('names every mistake with its line', () => {
    expect(faultsOf(`nobody,,,2027-01-31T15:00,181,-1,${'x'.repeat(255)}`)).toEqual([
      '2: client: Invalid email address',
      '2: musician: Their name in addresses, such as rafa-monteiro.',
      '2: service: A name of the catalogue, such as recording.',
      '2: start: A time with its offset, such as 2027-01-31T15:00+01:00.',
      '2: minutes: A whole number from 1 to 180.',
      '2: credits: A whole number from 0 to 10000.',
      '2: title: At most 254 characters.',
    ]);
  });

  test.each([
    ['2027-02-30T15:00Z'],
    ['2027-01-31T25:00Z'],
    ['2027-01-31T15:00:30Z'],
    ['31.01.2027 15:00'],
    ['2027-01-31T15:00'],
  ])('refuses the start %s', (start) => {
    expect(faultsOf(at(start))).toEqual([
      '2: start: A time with its offset, such as 2027-01-31T15:00+01:00.',
    ]);
  });

  test('one musician has one session at a time; the end of one may be the start of the next', () => {
    expect(
      faultsOf(
        at('2027-01-31T16:00Z'),
        at('2027-01-31T15:00Z'),
        at('2027-01-31T16:59Z', 30),
        at('2027-01-31T15:30Z', 60, 'mia'),
        at('2027-01-31T17:29Z'),
      ),
    ).toEqual(['4: start: The session on line 2 is at the same time.']);
    expect(
      faultsOf(at('2027-01-31T15:00Z', 120), at('2027-01-31T15:30Z', 30), at('2027-01-31T16:30Z')),
    ).toEqual([
      '3: start: The session on line 2 is at the same time.',
      '4: start: The session on line 2 is at the same time.',
    ]);
  });
});
