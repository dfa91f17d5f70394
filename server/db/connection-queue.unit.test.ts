import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConnectionQueue, type Caller } from './connection-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const LIMITS = { length: 3, waitMs: 1000 };

const settle = () => vi.advanceTimersByTimeAsync(0);

/** A queue whose callers are named; `log` says who entered or was refused, in order. */
function makeQueue(connections = 2, keptForReads = 0, limits = LIMITS) {
  const queue = new ConnectionQueue(connections, keptForReads, limits);
  const log: string[] = [];
  const leaves = new Map<string, () => void>();
  const ask = async (name: string, caller: Partial<Caller> = {}): Promise<void> => {
    const enter = async (): Promise<void> => {
      try {
        leaves.set(name, await queue.enter({ reads: false, begun: false, ...caller }));
        log.push(name);
      } catch (error) {
        log.push(`${name}: ${(error as Error).message}`);
      }
    };
    void enter();
    await settle();
  };
  const leave = async (name: string): Promise<void> => {
    leaves.get(name)?.();
    await settle();
  };
  return { queue, log, ask, leave };
}

describe('order', () => {
  test('who comes first enters first', async () => {
    const { log, ask, leave } = makeQueue(1);
    for (const name of ['a', 'b', 'c']) await ask(name);
    expect(log).toEqual(['a']);
    await leave('a');
    expect(log).toEqual(['a', 'b']);
    await leave('b');
    expect(log).toEqual(['a', 'b', 'c']);
  });

  test('who had a connection before enters before those who had none', async () => {
    const { log, ask, leave } = makeQueue(1);
    await ask('a');
    await ask('new');
    await ask('begun', { begun: true });
    await leave('a');
    await leave('begun');
    expect(log).toEqual(['a', 'begun', 'new']);
  });

  test('reads and changes that wait enter in the order of their arrival', async () => {
    const { log, ask, leave } = makeQueue(1);
    await ask('a');
    await ask('change');
    await ask('read', { reads: true });
    await ask('change 2');
    for (const name of ['a', 'change', 'read']) await leave(name);
    expect(log).toEqual(['a', 'change', 'read', 'change 2']);
  });
});

describe('connections kept for reads', () => {
  test('are never taken by changes, however many wait', async () => {
    const { log, ask, leave } = makeQueue(3, 2);
    for (const name of ['a', 'b']) await ask(name);
    await ask('read', { reads: true });
    await ask('read 2', { reads: true });
    expect(log).toEqual(['a', 'read', 'read 2']);
    await leave('read');
    expect(log).toEqual(['a', 'read', 'read 2']);
    await leave('a');
    expect(log).toEqual(['a', 'read', 'read 2', 'b']);
  });

  test('reads take the others, too, and changes get them back', async () => {
    const { log, ask, leave } = makeQueue(2, 1);
    await ask('read', { reads: true });
    await ask('read 2', { reads: true });
    await ask('change');
    await ask('read 3', { reads: true });
    await leave('read');
    expect(log).toEqual(['read', 'read 2', 'change']);
    await leave('read 2');
    expect(log).toEqual(['read', 'read 2', 'change', 'read 3']);
  });
});

describe('limits', () => {
  test('who comes when the queue is full is refused at once; reads have their own places', async () => {
    const { log, ask } = makeQueue(1);
    for (const name of ['a', 'b', 'c', 'd', 'e']) await ask(name);
    expect(log).toEqual(['a', 'e: too many calls wait for a connection']);
    await ask('read', { reads: true });
    expect(log).toHaveLength(2);
  });

  test('who waits too long is refused, and its place is free', async () => {
    const { queue, log, ask, leave } = makeQueue(1);
    await ask('a');
    await ask('b');
    await vi.advanceTimersByTimeAsync(999);
    expect(log).toEqual(['a']);
    await ask('c');
    await vi.advanceTimersByTimeAsync(1);
    expect(log).toEqual(['a', 'b: no connection was free in time']);
    expect(queue.waiting).toBe(1);
    await leave('a');
    expect(log.at(-1)).toBe('c');
  });

  test('what was begun waits however many do, and who is refused is told whether something was', async () => {
    const { queue, ask } = makeQueue(1, 0, { length: 0, waitMs: 1000 });
    await ask('a');
    await expect(queue.enter({ reads: true, begun: false })).rejects.toMatchObject({ begun: false });
    const late = queue.enter({ reads: true, begun: true }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await late).toMatchObject({ begun: true });
  });
});

test('when the database does not answer the wait of all ends', async () => {
  const { queue, log, ask, leave } = makeQueue(1);
  for (const name of ['a', 'b', 'c']) await ask(name);
  queue.refuseAll(new Error('no answer'));
  await leave('a');
  expect(log).toEqual(['a', 'b: no answer', 'c: no answer']);
  await ask('d');
  expect(log.at(-1)).toBe('d');
});

describe('a caller who leaves', () => {
  test('waits no more', async () => {
    const { queue, log, ask, leave } = makeQueue(1);
    const receiver = Object.assign(new EventEmitter(), { destroyed: false });
    await ask('a');
    await ask('gone', { receiver });
    await ask('b');
    receiver.emit('close');
    await leave('a');
    expect(log).toEqual(['a', 'gone: the caller has left', 'b']);
    expect(queue.waiting).toBe(0);
  });

  test('after entering keeps the connection until it is given back', async () => {
    const { log, ask, leave } = makeQueue(1);
    const receiver = Object.assign(new EventEmitter(), { destroyed: false });
    await ask('a');
    await ask('b', { receiver });
    await leave('a');
    expect(receiver.listenerCount('close')).toBe(0);
    await ask('c');
    receiver.emit('close');
    await leave('b');
    expect(log).toEqual(['a', 'b', 'c']);
  });

  test('is waited for when something was begun', async () => {
    const { log, ask, leave } = makeQueue(1);
    const receiver = Object.assign(new EventEmitter(), { destroyed: false });
    await ask('a');
    await ask('begun', { begun: true, receiver });
    receiver.emit('close');
    await ask('begun after it left', { begun: true, receiver: Object.assign(receiver, { destroyed: true }) });
    for (const name of ['a', 'begun', 'begun after it left']) await leave(name);
    expect(log).toEqual(['a', 'begun', 'begun after it left']);
  });

  test('before waiting does not wait', async () => {
    const { log, ask } = makeQueue(1);
    await ask('a');
    await ask('b', { receiver: Object.assign(new EventEmitter(), { destroyed: true }) });
    expect(log).toEqual(['a', 'b: the caller has left']);
  });
});

test('all connections are free again after any mixture of leaving, waiting and giving up', async () => {
  const { queue, log, ask, leave } = makeQueue(4, 2, { length: 20, waitMs: 1000 });
  const names = Array.from({ length: 60 }, (_, n) => `${n}`);
  for (const [n, name] of names.entries()) {
    const receiver = Object.assign(new EventEmitter(), { destroyed: false });
    await ask(name, { reads: n % 3 === 0, begun: n % 5 === 0, receiver });
    if (n % 4 === 1) receiver.emit('close');
    // Giving back twice counts once.
    if (n % 2 === 0) for (const one of [name, name, `${n - 3}`]) await leave(one);
    if (n % 20 === 19) await vi.advanceTimersByTimeAsync(600);
  }
  await vi.advanceTimersByTimeAsync(1000);
  for (const name of names) await leave(name);
  expect(queue.waiting).toBe(0);
  expect(log).toHaveLength(60);
  log.length = 0;
  for (const name of ['a', 'b', 'c']) await ask(name);
  for (const name of ['r', 's', 't']) await ask(name, { reads: true });
  expect(log).toEqual(['a', 'b', 'r', 's']);
});
