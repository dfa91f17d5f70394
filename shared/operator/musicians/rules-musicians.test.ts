import { expect, test } from 'vitest';
import { pageState } from './rules-musicians.ts';

const page = { published: true, visible: true, isSubmitted: false, isReturned: false };

test.for([
  [{}, 'published'],
  [{ visible: false }, 'hidden'],
  [{ published: false, visible: false }, 'new'],
  [{ published: false, visible: false, isSubmitted: true }, 'waiting'],
  [{ isSubmitted: true, visible: false }, 'waiting'],
  [{ isSubmitted: true, isReturned: true }, 'waiting'],
  [{ isReturned: true, published: false }, 'returned'],
] as const)('a page with %o is %s', ([part, state]) => {
  expect(pageState({ ...page, ...part })).toBe(state);
});
