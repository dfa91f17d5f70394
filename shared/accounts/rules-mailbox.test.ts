import { expect, test } from 'vitest';
import { sameMailbox } from './rules-mailbox.ts';

test.each([
  ['me@test.test', 'ME+friend@test.test', true],
  ['a.b@gmail.com', 'ab+x@googlemail.com', true],
  ['a.b@test.test', 'ab@test.test', false],
  ['me@test.test', 'me@other.test', false],
  ['me@mail。test.test', 'me@mail.test.test', true],
  ['me@ｍail.test', 'me@mail.test', true],
  ['a.b@ｇmail.com', 'ab+c@gmail.com', true],
])('%s and %s reach one mailbox: %s', (one, other, is) => {
  expect(sameMailbox(one, other)).toBe(is);
});
