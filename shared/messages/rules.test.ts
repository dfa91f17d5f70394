import { describe, expect, test } from 'vitest';
import {
  type ThreadStatus,
  mayPost,
  mayToggle,
  messagePlaceholder,
  messageProblem,
  threadStatus,
} from './rules.ts';

const ENDS = Temporal.Instant.from('2026-11-21T12:00:00Z');
const CLOSES = ENDS.add({ hours: 96 });

describe('a thread', () => {
  test('is open until the musician closes it, and closed for good 4 days after the end', () => {
    const open = { closed_at: null, ends_at: ENDS };
    const closed = { closed_at: ENDS, ends_at: ENDS };
    const before = CLOSES.subtract({ nanoseconds: 1 });
    expect(threadStatus(open, before)).toBe('open');
    expect(threadStatus(closed, before)).toBe('closed');
    expect(threadStatus(open, CLOSES)).toBe('automatically-closed');
    expect(threadStatus(closed, CLOSES)).toBe('automatically-closed');
  });

  test.each([
    ['client', 'open', true],
    ['managed', 'open', true],
    ['partner', 'open', true],
    ['operator', 'open', false],
    ['client', 'closed', false],
    ['partner', 'closed', false],
    ['partner', 'automatically-closed', false],
  ] as const)('%s writes while it is %s: %s', (role, status, may) => {
    expect(mayPost(role, status).ok).toBe(may);
  });

  test.each([
    ['partner', 'open', 'closed', 'ok'],
    ['partner', 'closed', 'open', 'ok'],
    ['partner', 'open', 'open', 'no_change'],
    ['partner', 'closed', 'closed', 'no_change'],
    ['partner', 'automatically-closed', 'open', 'automatically_closed'],
    ['client', 'open', 'closed', 'wrong_role'],
    ['client', 'closed', 'open', 'wrong_role'],
    ['managed', 'open', 'closed', 'wrong_role'],
  ] as const)('%s turns %s into %s: %s', (role, status: ThreadStatus, to, expected) => {
    const answer = mayToggle(role, status, to);
    expect(answer.ok ? 'ok' : answer.reason).toBe(expected);
  });
});

test.each([
  ['', 'Please write something first.'],
  [' \n ', 'Please write something first.'],
  ['x', null],
  ['x'.repeat(1000), null],
  ['x'.repeat(1001), 'A message has at most 1000 characters.'],
  ['🎵'.repeat(1000), null],
  ['🎵'.repeat(1001), 'A message has at most 1000 characters.'],
])('a message has 1 to 1000 characters (%#)', (body, problem) => {
  expect(messageProblem(body)).toBe(problem);
});

test('the box hints at who reads', () => {
  expect(messagePlaceholder('partner')).toBe('Your message for the client here.');
  expect(messagePlaceholder('client')).toBe('Your message for the artist here.');
  expect(messagePlaceholder('managed')).toBe('Your message for the artist here.');
});
