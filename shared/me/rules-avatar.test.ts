import { expect, test } from 'vitest';
import { AVATAR_MAX_BYTES, avatarProblem } from './rules-avatar.ts';

const WRONG =
  'Sorry, that format is not allowed. You can upload images <5MB and of .png, .jpg, .jpeg, .webp and .svg format.';

test.each([
  ['me.png', 'image/png', 1, null],
  ['ME.JPG', 'image/jpeg', AVATAR_MAX_BYTES, null],
  ['me.jpeg', '', 10, null],
  ['me.webp', 'image/webp', 10, null],
  ['me.svg', 'image/svg+xml', 10, null],
  ['me.jng', '', 10, null],
  ['without an ending', 'image/png', 10, null],
  ['me.png', 'image/png', AVATAR_MAX_BYTES + 1, WRONG],
  ['me.png', 'image/png', 0, WRONG],
  ['me.gif', 'image/gif', 10, WRONG],
  ['me.png.html', 'text/html', 10, WRONG],
  ['me.heic', 'image/heic', 10, WRONG],
])('%s of type "%s" with %i bytes: %s', (name, type, size, problem) => {
  expect(avatarProblem({ name, type, size })).toBe(problem);
});
