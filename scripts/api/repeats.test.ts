import { expect, test } from 'vitest';
import { foldRepeats, unfoldRepeats } from './repeats.ts';
import { callsToday } from './today.ts';

const person = {
  type: 'object',
  fields: Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`a_field_of_a_person_${index}`, { type: 'string' }]),
  ),
};

test('a long schema is written once, and its repeats name its place', () => {
  const values = {
    a: { body: person },
    b: [{ ...person, nullable: true }, { type: 'string' }],
    c: { type: 'string' },
  };
  const folded = { ...values, b: [{ as: 'a body', nullable: true }, { type: 'string' }] };
  expect(foldRepeats(values)).toEqual(folded);
  expect(unfoldRepeats(folded)).toEqual(values);
});

test('what a repeat names has to stand before it', () => {
  expect(() => unfoldRepeats({ a: { as: 'b' }, b: person })).toThrow('there is no b before a');
});

test('all calls come back as they were', async () => {
  for (const calls of Object.values(await callsToday()))
    expect(unfoldRepeats(JSON.parse(JSON.stringify(foldRepeats(calls))))).toEqual(calls);
});
