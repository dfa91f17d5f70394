import { expect, test } from 'vitest';
import { activeSpan, failureOf, inSpan, traced, traceFields, type Span } from './span.ts';

/** A span that notes what is done with it. */
function fakeSpan(notes: string[], isRecording = true): Span {
  return {
    traceId: 'trace',
    traceparent: '00-trace-span-01',
    isRecording,
    begin: ({ name }) => {
      notes.push(`begin ${name}`);
      return fakeSpan(notes);
    },
    set: () => {},
    end: (failure) => void notes.push(`end ${failure ?? 'well'}`),
  };
}

const WORK = { name: 'work', kind: 'internal' } as const;

test('outside of a trace, and in one that is not recorded, work just runs', async () => {
  const notes: string[] = [];
  expect(await traced(WORK, async (span) => span)).toBeUndefined();
  await inSpan(fakeSpan(notes, false), () => traced(WORK, async () => {}));
  expect(notes).toEqual([]);
  expect(inSpan(undefined, activeSpan)).toBeUndefined();
  expect(traceFields(undefined)).toEqual({});
  expect(traceFields(fakeSpan(notes, false))).toEqual({});
});

test('work in a span finds it, also after waiting; a failure ends it with its type', async () => {
  const notes: string[] = [];
  await inSpan(fakeSpan(notes), async () => {
    await traced(WORK, async (span) => {
      await Promise.resolve();
      expect(activeSpan()).toBe(span);
    });
    const failing = traced(WORK, async () => {
      throw new TypeError('said by Ada');
    });
    await expect(failing).rejects.toThrow('said by Ada');
  });
  expect(notes).toEqual(['begin work', 'end well', 'begin work', 'end TypeError']);
  expect(activeSpan()).toBeUndefined();
});

test.each([
  [Object.assign(new Error('x'), { code: '23505' }), '23505'],
  [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [Object.assign(new Error('x'), { code: 'ada@example.com' }), 'Error'],
  [Object.assign(new Error('x'), { code: 5 }), 'Error'],
  ['text', 'unknown'],
])('the type of %s is %s', (error, type) => {
  expect(failureOf(error)).toBe(type);
});
