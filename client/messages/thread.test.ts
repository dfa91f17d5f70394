import { describe, expect, test } from 'vitest';
import type { Message, Thread } from '#shared/messages/contract.ts';
import { byDay, mergeThreads, statusNow } from './thread.ts';

const message = (id: string, createdAt: string): Message => ({
  id,
  thread_id: 't',
  body: id,
  createdAt,
  user_id: 'u',
  user: { name: 'Ana', avatar: null },
});
const [A, B, C] = [
  message('a', '2026-11-20T23:30:00Z'),
  message('b', '2026-11-21T00:10:00Z'),
  message('c', '2026-11-21T12:00:00Z'),
];
const thread = (messages: Message[], more: Partial<Thread> = {}): Thread => ({
  id: 't',
  session_id: 1,
  status: 'open',
  messages,
  total: messages.length,
  participants_info: [],
  ...more,
});
const ids = ({ messages }: Thread) => messages.map(({ id }) => id).join('');

describe('a conversation that comes again', () => {
  test('keeps what was known, adds what is new and is in order', () => {
    expect(ids(mergeThreads(undefined, thread([A])))).toBe('a');
    expect(ids(mergeThreads(thread([A, B]), thread([B, C])))).toBe('abc');
    expect(ids(mergeThreads(thread([B, C]), thread([A, B])))).toBe('abc');
    expect(ids(mergeThreads(thread([C, message('d', C.createdAt)]), thread([A])))).toBe('acd');
  });

  test('has the newer status and total, and the same messages while nothing came', () => {
    const known = thread([A, B]);
    const merged = mergeThreads(known, thread([B], { status: 'closed', total: 2 }));
    expect(merged).toMatchObject({ status: 'closed', total: 2 });
    expect(merged.messages).toBe(known.messages);
  });
});

test('days are those of the reader', () => {
  expect(byDay([A, B, C], 'UTC').map(({ name, messages }) => [name, messages.length])).toEqual([
    ['Fri 20 Nov 26', 1],
    ['Sat 21 Nov 26', 2],
  ]);
  expect(byDay([A, B, C], 'Europe/Berlin')).toHaveLength(1);
  expect(byDay([], 'UTC')).toEqual([]);
});

describe('the status at a moment', () => {
  const ends = Temporal.Instant.from('2026-11-17T12:00:00Z');
  const closes = ends.add({ hours: 96 });
  test.each([
    ['open', closes.subtract({ seconds: 1 }), 'open'],
    ['closed', closes.subtract({ seconds: 1 }), 'closed'],
    ['open', closes, 'automatically-closed'],
    ['closed', closes, 'automatically-closed'],
    ['automatically-closed', ends, 'automatically-closed'],
  ] as const)('said to be %s', (said, now, status) => {
    expect(statusNow(said, ends, now)).toBe(status);
  });
});
