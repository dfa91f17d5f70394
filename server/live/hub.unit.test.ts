import { Writable } from 'node:stream';
import { describe, expect, test as base, vi } from 'vitest';
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
  .extend('open', ({ hub }) => (name: string, books = false, recalls = false): Reader => {
    const reader = new Reader();
    hub.open({ personId: name, login: Buffer.from(name), books, recalls }, reader);
    return reader;
  });

/** The connection of a reader, who may stop to read. */
class Reader extends Writable {
  reads = true;
  /** Each write as it came. */
  writes: string[] = [];
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.writes.push(chunk.toString());
    if (this.reads) done();
  }
}
async function textOf(reader: Reader): Promise<string> {
  await Promise.resolve();
  return reader.writes.splice(0).join('');
}
/** How many of these were written to since the last look. */
async function written(readers: readonly Reader[]): Promise<number> {
  const texts = await Promise.all(readers.map(textOf));
  return texts.filter((text) => text !== '').length;
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

test('a silent stream hears something every 25 s', async ({ open }) => {
  const stream = open('ada');
  expect(await textOf(stream)).toBe('retry: 2000\n\n');
  for (let round = 0; round < 3; round += 1) {
    await seconds(25);
    expect(await textOf(stream)).toBe(': still here\nevent: beat\ndata:\n\n');
  }
});

test('without a stream nothing wakes the process', async ({ open }) => {
  expect(vi.getTimerCount()).toBe(0);
  const [ada, bob] = [open('ada'), open('bob')];
  ada.destroy();
  await seconds(1);
  expect(vi.getTimerCount()).toBe(1);
  bob.destroy();
  await seconds(1);
  expect(vi.getTimerCount()).toBe(0);
  const again = open('ada');
  await seconds(25);
  expect(await textOf(again)).toContain('still here');
});

test('a thousand streams are not looked at in the same second', async ({ logins, open }) => {
  const names = Array.from({ length: 1000 }, (_, n) => `person ${n}`);
  logins.valid = new Set(names);
  const streams = names.map((name) => open(name));
  for (const stream of streams) await textOf(stream);
  await seconds(1);
  expect(await written(streams)).toBe(40);
  await seconds(24);
  expect(await written(streams)).toBe(960);
});

test('a stream ends within a beat once its login session is over, and the others stay', async ({
  logins,
  open,
}) => {
  const [ada, bob] = [open('ada'), open('bob')];
  logins.valid?.delete('ada');
  await seconds(25);
  expect([ada.writableEnded, bob.writableEnded]).toEqual([true, false]);
});

test('a hint about the person has its login session looked at, at once', async ({ logins, hub, open }) => {
  const [ada, bob] = [open('ada'), open('bob')];
  logins.valid?.delete('ada');
  hub.notify(['bob'], '1', { kind: 'me' });
  hub.notify(['ada'], '2', { kind: 'message', session_id: 1 });
  await seconds(0);
  expect(ada.writableEnded).toBe(false);
  hub.notify(['ada'], '3', { kind: 'me' });
  await seconds(0);
  expect(ada.writableEnded).toBe(true);
  expect(await textOf(bob)).toBe('retry: 2000\n\nid: 1\ndata: {"kind":"me"}\n\n');
});

test('while the database is away nobody is sent out', async ({ logins, hub, open }) => {
  const ada = open('ada');
  logins.valid = null;
  await seconds(60);
  hub.notify(['ada'], '1', { kind: 'me' });
  await seconds(0);
  expect(ada.writableEnded).toBe(false);
});

test('who does not read is dropped, with what lies there for them; the others are not', async ({
  hub,
  open,
}) => {
  const [ada, bob] = [open('ada'), open('bob')];
  ada.reads = false;
  let given = 0;
  while (!ada.destroyed && given < 100_000) {
    given += 1;
    hub.notify(['ada', 'bob'], String(given), { kind: 'message', session_id: 100_001 });
    await Promise.resolve();
  }
  expect(ada.destroyed).toBe(true);
  expect(given).toBeLessThan(2000);
  expect(bob.destroyed).toBe(false);
  hub.notify(['ada'], '1', { kind: 'me' });
});

test('one more than 20 of a person ends the oldest; of others none', async ({ open }) => {
  const bob = open('bob');
  const streams = Array.from({ length: 21 }, () => open('ada'));
  await seconds(0);
  expect(streams.map((stream) => stream.writableEnded)).toEqual([true, ...Array<boolean>(20).fill(false)]);
  expect(bob.writableEnded).toBe(false);
});

test('who books hears of changed slots, each musician once however many are booked; others do not', async ({
  hub,
  open,
}) => {
  const [ada, bob, m2] = [open('ada', true), open('bob'), open('m2')];
  for (const stream of [ada, bob, m2]) await textOf(stream);
  for (let n = 0; n < 100; n += 1) hub.notifySlots(['m1', n % 2 === 0 ? 'm2' : 'm1']);
  expect(await textOf(ada)).toBe('');
  await vi.advanceTimersByTimeAsync(200);
  expect(await textOf(ada)).toBe(
    'data: {"kind":"slots","musician_id":"m1"}\n\ndata: {"kind":"slots","musician_id":"m2"}\n\n',
  );
  expect(await textOf(bob)).toBe('');
  // A musician hears of their own.
  expect(await textOf(m2)).toBe('data: {"kind":"slots","musician_id":"m2"}\n\n');
  hub.notifySlots(Array.from({ length: 51 }, (_, n) => `m${n}`));
  await vi.advanceTimersByTimeAsync(200);
  expect(await textOf(ada)).toBe('data: {"kind":"slots"}\n\n');
});

test('what is told together is one write, in its order', async ({ hub, open }) => {
  const ada = open('ada', true);
  expect(ada.writes.splice(0)).toEqual(['retry: 2000\n\n']);
  hub.notify(['ada'], '1', { kind: 'message', session_id: 7 });
  hub.notify(['ada'], '2', { kind: 'session', session_id: 7 });
  hub.notifyProfile('m1');
  await seconds(0);
  expect(ada.writes).toEqual([
    'id: 1\ndata: {"kind":"message","session_id":7}\n\nid: 2\ndata: {"kind":"session","session_id":7}\n\ndata: {"kind":"profile","musician_id":"m1"}\n\n',
  ]);
});

test('an end comes after what was told before it', async ({ hub, open }) => {
  const ada = open('ada');
  hub.notify(['ada'], '1', { kind: 'message', session_id: 7 });
  hub.close();
  expect(await textOf(ada)).toBe('retry: 2000\n\nid: 1\ndata: {"kind":"message","session_id":7}\n\n');
  expect(ada.writableEnded).toBe(true);
});

test('a reader who went away while the stream was opened is not kept', async ({ hub }) => {
  const gone = new Reader();
  gone.destroy();
  hub.open({ personId: 'ada', login: Buffer.from('ada'), books: false }, gone);
  hub.notify(['ada'], '1', { kind: 'me' });
  await seconds(25);
  expect(gone.writes).toEqual([]);
});

test('what comes after the end is ended', async ({ hub, open }) => {
  const early = open('ada');
  hub.close();
  const late = open('ada');
  await seconds(0);
  expect([early.writableEnded, late.writableEnded]).toEqual([true, true]);
});

describe('a stream that recalls', () => {
  /** What a new stream is told of before its opening. */
  const BEGIN = /^retry: 2000\n\nevent: since\ndata: (\d+)\n\n([^]*)$/;
  const recalledBy = async (reader: Reader): Promise<readonly [number, string]> => {
    const [, ms, events = ''] = BEGIN.exec(await textOf(reader)) ?? [];
    return [Number(ms), events];
  };

  test('is told what concerns its reader, each change once', async ({ hub, open }) => {
    for (const _ of [1, 2]) hub.notify(['ada'], '1', { kind: 'me' });
    hub.notify(['bob'], '2', { kind: 'message', session_id: 7 });
    hub.notifyProfile('m1');
    hub.notifySlots(['m2']);
    await vi.advanceTimersByTimeAsync(200);
    const [me, profile, slots] = [
      'id: 1\ndata: {"kind":"me"}\n\n',
      'data: {"kind":"profile","musician_id":"m1"}\n\n',
      'data: {"kind":"slots","musician_id":"m2"}\n\n',
    ];
    expect(await recalledBy(open('ada', true, true))).toEqual([200, me + profile + slots]);
    expect(await recalledBy(open('ada', false, true))).toEqual([200, me]);
    expect(await recalledBy(open('m2', false, true))).toEqual([200, slots]);
    expect(await recalledBy(open('eve', false, true))).toEqual([200, '']);
  });

  test('says how far back that reaches: 20 s, less in a rush, and never before changes were missed', async ({
    hub,
    open,
  }) => {
    hub.notify(['ada'], '1', { kind: 'me' });
    await seconds(30);
    hub.notify(['ada'], '2', { kind: 'me' });
    await seconds(1);
    expect(await recalledBy(open('ada', false, true))).toEqual([20_000, 'id: 2\ndata: {"kind":"me"}\n\n']);
    for (let n = 0; n < 5000; n += 1) hub.notify(['bob'], String(n), { kind: 'message', session_id: n });
    await seconds(1);
    expect(await recalledBy(open('ada', false, true))).toEqual([2000, 'id: 2\ndata: {"kind":"me"}\n\n']);
    hub.notify(['bob'], '5000', { kind: 'me' });
    expect(await recalledBy(open('ada', false, true))).toEqual([1000, '']);
    hub.resync();
    await seconds(3);
    expect(await recalledBy(open('bob', false, true))).toEqual([3000, '']);
  });
});
