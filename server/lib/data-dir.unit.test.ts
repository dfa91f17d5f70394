import { expect, test } from 'vitest';
import { diskFullError, isDiskFull } from './data-dir.ts';
import { StartError } from './start-error.ts';

const coded = (code: string): Error => Object.assign(new Error('write failed'), { code });

test('a full data folder is told from what failed because of it, however deep', () => {
  expect(isDiskFull(coded('ENOSPC'))).toBe(true);
  expect(
    isDiskFull(new StartError('The database cannot be brought up to date.', { cause: coded('53100') })),
  ).toBe(true);
  const refused = Object.assign(new Error('The disk is full'), { name: 'InsufficientStorage' });
  expect(isDiskFull(new Error('storage away', { cause: refused }))).toBe(true);
});

test('no other failure is taken for a full data folder', () => {
  expect(isDiskFull(coded('EACCES'))).toBe(false);
  expect(isDiskFull(new Error('storage away', { cause: coded('ECONNREFUSED') }))).toBe(false);
  expect(isDiskFull('ENOSPC')).toBe(false);
});

test('it is said in one line that names the folder', () => {
  expect(diskFullError('/srv/talkback').message).toBe(
    'DATA_DIR (/srv/talkback) is full. Free some space and start again.',
  );
});
