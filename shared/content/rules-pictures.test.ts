import { expect, test } from 'vitest';
import { pictureProblem } from './rules-pictures.ts';

test.each([
  ['a picture', { name: 'band.PNG', type: '', size: 5 * 1024 ** 2 }, null],
  ['named otherwise', { name: 'band', type: 'image/webp', size: 1 }, null],
  ['no picture', { name: 'band.gif', type: 'image/gif', size: 1 }, 'This is no JPEG, PNG, JNG, WebP or SVG.'],
  ['empty', { name: 'band.svg', type: 'image/svg+xml', size: 0 }, 'This file is empty.'],
  ['too large', { name: 'band.jpg', type: '', size: 5 * 1024 ** 2 + 1 }, 'This file is larger than 5 MB.'],
])('%s', (_, file, problem) => {
  expect(pictureProblem(file)).toBe(problem);
});
