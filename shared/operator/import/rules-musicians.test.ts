import { expect, test } from 'vitest';
import { readMusicians } from './rules-musicians.ts';

const HEADER = 'name,email,zone,slug,title,services,instruments';
const linesOf = (...lines: readonly string[]) =>
  [HEADER, ...lines].map((text, at) => ({ line: at + 1, cells: text.split(',') }));
const faultsOf = (...lines: readonly string[]) =>
  readMusicians(linesOf(...lines)).faults.map(({ line, message }) => `${line}: ${message}`);

test('a musician has lists with semicolons between, each name once', () => {
  const { musicians, faults } = readMusicians(
    linesOf('Rafa  Lima, Rafa@Test.test ,Europe/Lisbon,rafa-lima,Drummer,recording; mixing;recording,drums;'),
  );
  expect(faults).toEqual([]);
  expect(musicians).toEqual([
    {
      line: 2,
      name: 'Rafa Lima',
      email: 'rafa@test.test',
      zone: 'Europe/Lisbon',
      musician: {
        slug: 'rafa-lima',
        title: 'Drummer',
        services: ['recording', 'mixing'],
        instruments: ['drums'],
      },
    },
  ]);
});

test.each([
  ['Rafa,rafa@test.test,Nowhere,rafa,Drummer,,', '2: zone: A time zone by its name, such as Europe/Lisbon.'],
  [
    'Rafa Lima,rafa@test.test,UTC,Rafa Lima,Drummer,,',
    '2: slug: Lower case letters, digits and single hyphens, such as rafa-monteiro.',
  ],
  ['Rafa Lima,rafa@test.test,UTC,rafa,,,', '2: title: What the musician does, such as Drummer.'],
])('%s', (line, fault) => {
  expect(faultsOf(line)).toContain(fault);
});

test('no two musicians share an address or a slug', () => {
  const one = 'Rafa Lima,rafa@test.test,UTC,rafa,Drummer,,';
  expect(faultsOf(one, one)).toEqual([
    '3: email: The same address is on line 2.',
    '3: slug: The same slug is on line 2.',
  ]);
});

test('an empty file, and one without its columns', () => {
  expect(faultsOf()).toEqual(['2: There is no musician.']);
  expect(readMusicians([{ line: 1, cells: ['name', 'email', 'zone'] }]).faults).toEqual([
    {
      line: 1,
      message: 'The first line has to name these columns, too: slug, title, services, instruments.',
    },
  ]);
});
