import type { Readable } from 'node:stream';
import { expect, test as base, vi } from 'vitest';
import { createHub } from './hub.ts';

/** Valid login sessions by name; null while the database is unavailable. */
interface Logins {
  valid: Set<string> | null;
}

const test = base
  .extend('logins', (): Logins => ({ valid: new Set(['ada', 'bob']) }))
  .extend('hub', ({ logins }, { onCleanup }) => {
    vi.useFakeTimers();
    const hub = createHub(async () => {
      if (logins.valid === null) throw new Error('the database is away');
      return new Set([...logins.valid].map((name) => Buffer.from(name).toString('hex')));
    });
    onCleanup(() => {
      hub.close();
      vi.useRealTimers();
    });
    return hub;
  })
  .extend(
    'open',
    ({ hub }) =>
      (name: string, books = false): Readable =>
        hub.open({ personId: name, login: Buffer.from(name), books }),
  );
function textOf(stream: Readable): string {
  stream.setEncoding('utf8');
  let text = '';
  for (let chunk = stream.read() as string | null; chunk !== null; chunk = stream.read() as string | null)
    text += chunk;
  return text;
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

test('a silent stream hears something every 25 s', async ({ open }) => {
  const stream = open('ada');
  expect(textOf(stream)).toBe('retry: 2000\n\n');
  for (let round = 0; round < 3; round += 1) {
    await seconds(25);
    expect(textOf(stream)).toBe(': still here\nevent: beat\ndata:\n\n');
  }
});

test('a thousand streams are not looked at in the same second', async ({ logins, open }) => {
  const names = Array.from({ length: 1000 }, (_, n) => `person ${n}`);
  logins.valid = new Set(names);
  const streams = names.map((name) => open(name));
  for (const stream of streams) textOf(stream);
  await seconds(1);
  expect(streams.filter((stream) => textOf(stream) !== '')).toHaveLength(40);
  await seconds(24);
  expect(streams.filter((stream) => textOf(stream) !== '')).toHaveLength(960);
});

test('a stream ends within a beat once its login session is over, and the others stay', async ({
  logins,
  open,
}) => {
  const [ada, bob] = [open('ada'), open('bob')];
  for (const stream of [ada, bob]) stream.resume();
  logins.valid?.delete('ada');
  await seconds(25);
  expect([ada.readableEnded, bob.readableEnded]).toEqual([true, false]);
});

test('a hint about the person has its login session looked at, at once', async ({ logins, hub, open }) => {
  const [ada, bob] = [open('ada'), open('bob')];
  ada.resume();
  logins.valid?.delete('ada');
  hub.notify(['bob'], '1', { kind: 'me' });
  hub.notify(['ada'], '2', { kind: 'message', session_id: 1 });
  await seconds(0);
  expect(ada.readableEnded).toBe(false);
  hub.notify(['ada'], '3', { kind: 'me' });
  await seconds(0);
  expect(ada.readableEnded).toBe(true);
  expect(textOf(bob)).toBe('retry: 2000\n\nid: 1\ndata: {"kind":"me"}\n\n');
});

test('while the database is away nobody is sent out', async ({ logins, hub, open }) => {
  const ada = open('ada');
  ada.resume();
  logins.valid = null;
  await seconds(60);
  hub.notify(['ada'], '1', { kind: 'me' });
  await seconds(0);
  expect(ada.readableEnded).toBe(false);
});

test('who does not read is dropped, with what lies there for them; the others are not', ({ hub, open }) => {
  const [ada, bob] = [open('ada'), open('bob')];
  let given = 0;
  while (!ada.destroyed && given < 100_000) {
    given += 1;
    hub.notify(['ada', 'bob'], String(given), { kind: 'message', session_id: 100_001 });
    bob.read();
  }
  expect(ada.destroyed).toBe(true);
  expect(given).toBeLessThan(2000);
  expect(bob.destroyed).toBe(false);
  hub.notify(['ada'], '1', { kind: 'me' });
});

test('one more than 20 of a person ends the oldest; of others none', async ({ open }) => {
  const bob = open('bob');
  const streams = Array.from({ length: 21 }, () => open('ada'));
  for (const stream of [bob, ...streams]) stream.resume();
  await seconds(0);
  expect(streams.map((stream) => stream.readableEnded)).toEqual([true, ...Array<boolean>(20).fill(false)]);
  expect(bob.readableEnded).toBe(false);
});

test('who books hears of changed slots, each musician once however many are booked; others do not', async ({
  hub,
  open,
}) => {
  const [ada, bob, m2] = [open('ada', true), open('bob'), open('m2')];
  for (const stream of [ada, bob, m2]) textOf(stream);
  for (let n = 0; n < 100; n += 1) hub.notifySlots(['m1', n % 2 === 0 ? 'm2' : 'm1']);
  expect(textOf(ada)).toBe('');
  await vi.advanceTimersByTimeAsync(200);
  expect(textOf(ada)).toBe(
    'data: {"kind":"slots","musician_id":"m1"}\n\ndata: {"kind":"slots","musician_id":"m2"}\n\n',
  );
  expect(textOf(bob)).toBe('');
  // A musician hears of their own.
  expect(textOf(m2)).toBe('data: {"kind":"slots","musician_id":"m2"}\n\n');
  hub.notifySlots(Array.from({ length: 51 }, (_, n) => `m${n}`));
  await vi.advanceTimersByTimeAsync(200);
  expect(textOf(ada)).toBe('data: {"kind":"slots"}\n\n');
});

test('what comes after the end is ended', async ({ hub, open }) => {
  const early = open('ada');
  hub.close();
  const late = open('ada');
  for (const stream of [early, late]) stream.resume();
  await seconds(0);
  expect([early.readableEnded, late.readableEnded]).toEqual([true, true]);
});
