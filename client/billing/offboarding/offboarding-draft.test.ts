import { expect, test } from 'vitest';
import { readOffboarding, storeOffboarding } from './offboarding-draft.ts';

const EMPTY = { reason: '', comments: '', acknowledgements: [], benefits: [] };

function memory(stored?: string) {
  const map = new Map(stored === undefined ? [] : [['offboarding-draft', stored]]);
  return () => ({
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  });
}

test('what was chosen is read again, until it is cleared', () => {
  const storage = memory();
  const values = { reason: 'break', comments: 'Spring.', acknowledgements: ['I understand.'], benefits: [] };
  storeOffboarding(values, storage);
  expect(readOffboarding(storage)).toEqual(values);
  storeOffboarding(null, storage);
  expect(readOffboarding(storage)).toEqual(EMPTY);
});

test.each(['', 'null', '[]', '{"reason":1,"comments":null,"benefits":"x"}'])(
  '%o reads as nothing',
  (stored) => {
    expect(readOffboarding(memory(stored))).toEqual(EMPTY);
  },
);

const denied = () => {
  throw new Error('denied');
};

test('denied storage is no failure', () => {
  storeOffboarding(EMPTY, denied);
  expect(readOffboarding(denied)).toEqual(EMPTY);
});
