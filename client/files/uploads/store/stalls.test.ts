import { expect, test as base } from 'vitest';
import { createStalls } from './stalls.ts';

const test = base.extend('watch', () => {
  const timers = new Set<{ ms: number; run: () => void }>();
  const stalled: string[] = [];
  const later = (ms: number, run: () => void): (() => void) => {
    const timer = { ms, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  return { timers, stalled, stalls: createStalls(later, (id) => stalled.push(id)) };
});

test('an upload of which nothing moves for two minutes has stalled, once', ({ watch }) => {
  watch.stalls.moved('a');
  const [timer] = watch.timers;
  expect(timer?.ms).toBe(120_000);
  timer?.run();
  expect(watch.stalled).toEqual(['a']);
});

test('whatever moves gives it the whole time again, and no other', ({ watch }) => {
  watch.stalls.moved('a');
  watch.stalls.moved('b');
  const [first, other] = watch.timers;
  watch.stalls.moved('a');
  expect([watch.timers.size, first && watch.timers.has(first), other && watch.timers.has(other)]).toEqual([
    2,
    false,
    true,
  ]);
});

test('what has ended stalls no more', ({ watch }) => {
  watch.stalls.moved('a');
  watch.stalls.end('a');
  watch.stalls.end('never begun');
  expect(watch.timers.size).toBe(0);
});
