import { expect, test } from 'vitest';
import { asText, logStyle } from './log.ts';

test.each([
  [null, true, 'text'],
  [null, false, 'json'],
  ['json', true, 'json'],
  ['text', false, 'text'],
] as const)('LOG=%s, on a terminal %s: %s', (asked, isTerminal, style) => {
  expect(logStyle(asked, isTerminal)).toBe(style);
});

test('a line for people says when, how bad, what and why; never a stack', () => {
  const time = new Date(2026, 10, 21, 9, 5, 7).getTime();
  const line = (more: object) => asText(JSON.stringify({ time, ...more }));
  expect(line({ level: 40, msg: 'storage is not ready', reason: 'ECONNREFUSED' })).toBe(
    '09:05:07 Warning: storage is not ready: ECONNREFUSED\n',
  );
  const err = { message: 'no answer\nto this', stack: 'Error: no answer\n    at x' };
  expect(line({ level: 50, msg: 'job failed', job: 'mail.send', err })).toBe(
    '09:05:07 Error: job failed: mail.send: no answer\n',
  );
  expect(line({ level: 50, msg: 'fault' })).toBe('09:05:07 Error: fault\n');
});
