import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('ids of one process are UUIDs of version 7 that sort by age, however fast they come', () => {
  const ids = Array.from({ length: 50_000 }, newId);
  expect(
    ids.filter((id) => !/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id)),
  ).toEqual([]);
  expect(ids.findIndex((id, n) => n > 0 && id <= (ids[n - 1] ?? ''))).toBe(-1);
});
