import { expect, test } from 'vitest';
import { DEFAULT_INSTRUMENTS } from '#shared/catalogue/defaults-instruments.ts';
import { DEFAULT_SERVICES } from '#shared/catalogue/defaults.ts';
import { MEMBER_COLUMNS, readMembers } from '#shared/operator/import/rules-members.ts';
import { MUSICIAN_COLUMNS, readMusicians } from '#shared/operator/import/rules-musicians.ts';
import { readSessions, SESSION_COLUMNS } from '#shared/operator/import/rules-sessions.ts';
import {
  foundSessionsText,
  foundText,
  MEMBERS_EXAMPLE,
  MUSICIANS_EXAMPLE,
  SESSIONS_EXAMPLE,
} from './import-text.ts';

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line, at) => ({ line: at + 1, cells: line.split(',') }));

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

test.each([
  [{ sessions: 1, to_come: 0, credits: 3 }, '1 session in the past, for 3 credits in all.'],
  [{ sessions: 2, to_come: 2, credits: 1 }, '2 sessions to come, for 1 credit in all.'],
  [
    { sessions: 1200, to_come: 200, credits: 4000 },
    '1,200 sessions, 1,000 in the past and 200 to come, for 4,000 credits in all.',
  ],
])('%o', (found, text) => {
  expect(foundSessionsText(found)).toBe(text);
});

test('the examples have every column and no mistake', () => {
  const [members, musicians] = [linesOf(MEMBERS_EXAMPLE), linesOf(MUSICIANS_EXAMPLE)];
  expect(members[0]?.cells).toEqual([...MEMBER_COLUMNS]);
  expect(readMembers(members)).toMatchObject({ faults: [], members: [{ email: 'ada@example.com' }] });
  expect(musicians[0]?.cells).toEqual([...MUSICIAN_COLUMNS]);
  const read = readMusicians(musicians);
  expect(read).toMatchObject({ faults: [], musicians: [{ musician: { slug: 'rafa-lima' } }] });
  const sessions = linesOf(SESSIONS_EXAMPLE);
  expect(sessions[0]?.cells).toEqual([...SESSION_COLUMNS]);
  const { faults, sessions: found } = readSessions(sessions);
  expect(faults).toEqual([]);
  const known = {
    services: DEFAULT_SERVICES.map(({ value }) => value),
    instruments: DEFAULT_INSTRUMENTS.map(({ slug }) => slug),
  };
  for (const field of ['services', 'instruments'] as const)
    expect(known[field]).toEqual(
      expect.arrayContaining(read.musicians.flatMap((one) => [...one.musician[field]])),
    );
  expect(known.services).toEqual(expect.arrayContaining(found.map(({ service }) => service)));
});
