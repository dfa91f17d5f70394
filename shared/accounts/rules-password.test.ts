import { expect, test } from 'vitest';
import { validateNewPassword } from './rules-password.ts';

test.each([
  ['', '', { password: 'You must specify a password' }],
  ['', 'talkback', { password: 'You must specify a password', confirm: 'The passwords do not match' }],
  ['1234567', '1234567', { password: 'Password must have at least 8 characters' }],
  ['12345678', '12345679', { confirm: 'The passwords do not match' }],
  ['12345678', '', { confirm: 'The passwords do not match' }],
  ['12345678', '12345678', {}],
])('%j confirmed as %j', (password, confirm, problems) => {
  const found = validateNewPassword({ password, confirm });
  expect(Object.fromEntries(found.map(({ field, message }) => [field, message]))).toEqual(problems);
});
