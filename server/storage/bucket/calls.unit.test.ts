import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test as base, vi } from 'vitest';
import { StorageUnavailable } from '../../ctx/storage.ts';
import { limitFor, limitIdle } from './calls.ts';

const IDLE_MS = 30_000;

const test = base.extend('timers', { auto: true }, ({}, { onCleanup }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onCleanup(() => {
    vi.useRealTimers();
  });
});

test('a body that comes slowly comes whole', async () => {
  const source = new PassThrough();
  const body = limitIdle(source, IDLE_MS);
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
  const body = limitIdle(source, IDLE_MS);
  await once(body, 'data');
  const failure = once(body, 'error');
  vi.advanceTimersByTime(IDLE_MS);
  expect(((await failure) as unknown[])[0]).toBeInstanceOf(StorageUnavailable);
  expect(source.destroyed).toBe(true);
});

test('a reader who takes long is not silence', async () => {
  const source = new PassThrough();
  const body = limitIdle(source, IDLE_MS);
  const bytes = Buffer.alloc(1_000_000, 7);
  source.write(bytes);
  await once(body, 'readable');
  for (let time = 0; time < 10; time += 1) vi.advanceTimersByTime(IDLE_MS);
  source.end();
  expect(Buffer.concat(await body.toArray()).equals(bytes)).toBe(true);
});

test('a reader who goes away takes the source along', async () => {
  const source = new PassThrough();
  const body = limitIdle(source, IDLE_MS);
  for (const one of [body, source]) one.on('error', () => {});
  const closed = new Promise((done) => {
    source.once('close', done);
  });
  body.destroy();
  await closed;
  expect(source.destroyed).toBe(true);
});

test('a call that moves bytes has half a minute, and a second for each MiB', () => {
  expect([limitFor(0), limitFor(1024 ** 2), limitFor(5 * 1024 ** 3)]).toEqual([30_000, 31_024, 5_272_880]);
});
