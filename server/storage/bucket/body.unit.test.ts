import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test as base, vi } from 'vitest';
import { StorageUnavailable } from '../../ctx/storage.ts';
import { Body } from './body.ts';

const IDLE_MS = 30_000;

const test = base.extend('timers', { auto: true }, ({}, { onCleanup }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onCleanup(() => {
    vi.useRealTimers();
  });
});

test('a body that comes slowly comes whole', async () => {
  const source = new PassThrough();
  const body = new Body(source, { idle: IDLE_MS, reopen: null });
  let text = '';
  for (let piece = 0; piece < 6; piece += 1) {
    source.write(Buffer.from('1234'));
    const [chunk] = (await once(body, 'data')) as [Buffer];
    text += chunk.toString();
    vi.advanceTimersByTime(IDLE_MS - 1);
  }
  expect([text, source.destroyed]).toEqual(['1234'.repeat(6), false]);
});

test('a body that falls silent ends as storage away', async () => {
  const source = new PassThrough();
  source.write(Buffer.from('1234'));
  const body = new Body(source, { idle: IDLE_MS, reopen: null });
  await once(body, 'data');
  const failure = once(body, 'error');
  vi.advanceTimersByTime(IDLE_MS);
  expect(((await failure) as unknown[])[0]).toBeInstanceOf(StorageUnavailable);
  expect(source.destroyed).toBe(true);
});

test('a reader who takes long is not silence', async () => {
  const source = new PassThrough();
  const body = new Body(source, { idle: IDLE_MS, reopen: null });
  const bytes = Buffer.alloc(1_000_000, 7);
  source.write(bytes);
  await once(body, 'readable');
  for (let time = 0; time < 10; time += 1) vi.advanceTimersByTime(IDLE_MS);
  source.end();
  expect(Buffer.concat(await body.toArray()).equals(bytes)).toBe(true);
});

test('a reader who goes away takes the source along', async () => {
  const source = new PassThrough();
  const body = new Body(source, { idle: IDLE_MS, reopen: null });
  for (const one of [body, source]) one.on('error', () => {});
  const closed = new Promise((done) => {
    source.once('close', done);
  });
  body.destroy();
  await closed;
  expect(source.destroyed).toBe(true);
});

/** A source that brings a text and then breaks. */
function breaking(text: string): PassThrough {
  const source = new PassThrough();
  source.write(Buffer.from(text));
  setImmediate(() => source.destroy(new Error('the connection broke')));
  return source;
}

test('a connection that breaks is replaced by one for the rest, as often as each brings bytes', async () => {
  const rests = [() => breaking('cd'), () => breaking('ef'), () => new PassThrough().end('gh')];
  const asked: number[] = [];
  const reopen = async (passed: number): Promise<PassThrough> => {
    asked.push(passed);
    return rests.shift()?.() ?? new PassThrough();
  };
  const body = new Body(breaking('ab'), { idle: IDLE_MS, reopen });
  expect(Buffer.concat(await body.toArray()).toString()).toBe('abcdefgh');
  expect(asked).toEqual([2, 4, 6]);
});

test('a replacement that brings nothing fails the body as it broke', async () => {
  const broken = new PassThrough();
  const reopen = async (): Promise<PassThrough> => {
    queueMicrotask(() => broken.destroy(new Error('broken again')));
    return broken;
  };
  const body = new Body(breaking('ab'), { idle: IDLE_MS, reopen });
  await expect(body.toArray()).rejects.toThrow('broken again');
});

const refuse = (): Promise<never> => Promise.reject(new Error('object changed'));

test('what refuses to be opened again fails the body with its reason', async () => {
  await expect(new Body(breaking('ab'), { idle: IDLE_MS, reopen: refuse }).toArray()).rejects.toThrow(
    'object changed',
  );
});

test('a body that falls silent is opened again', async () => {
  const source = new PassThrough();
  source.write(Buffer.from('12'));
  const reopen = vi.fn<(passed: number) => Promise<PassThrough>>(async () => new PassThrough().end('34'));
  const body = new Body(source, { idle: IDLE_MS, reopen });
  expect(((await once(body, 'data')) as [Buffer])[0].toString()).toBe('12');
  vi.advanceTimersByTime(IDLE_MS);
  expect(((await once(body, 'data')) as [Buffer])[0].toString()).toBe('34');
  expect([source.destroyed, reopen.mock.calls]).toEqual([true, [[2]]]);
});
