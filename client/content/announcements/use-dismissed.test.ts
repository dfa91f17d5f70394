import { expect, test } from 'vitest';
import { readDismissed } from './use-dismissed.ts';

test.each([
  [null, []],
  ['["one","two"]', ['one', 'two']],
  ['["one",2,null]', ['one']],
  ['{"one":true}', []],
  ['not JSON', []],
])('what a browser kept of the announcements put away: %s', (stored, ids) => {
  expect(readDismissed(stored)).toEqual(ids);
});
