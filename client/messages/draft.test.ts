import { describe, expect, test } from 'vitest';
import { markSent, markFailed, NO_DRAFT, readDraft, send } from './draft.ts';

let keys = 0;
const newKey = () => `key ${(keys += 1)}`;
const draftOf = (text: string) => ({ ...NO_DRAFT, text });

describe('a text that is sent', () => {
  test('leaves the box and is on its way, without the blanks around it', () => {
    const { draft, sent } = send(draftOf('  Hello\nMax '), newKey);
    expect(sent.body).toBe('Hello\nMax');
    expect(draft).toEqual({ text: '', pending: [sent], tried: null });
    expect(markSent(draft, sent.key)).toEqual(NO_DRAFT);
  });

  test('is in the box again when it has failed, before what was written since', () => {
    const { draft, sent } = send(draftOf('First'), newKey);
    expect(markFailed(draft, sent.key).text).toBe('First');
    expect(markFailed({ ...draft, text: 'second' }, sent.key).text).toBe('First\nsecond');
  });

  test('keeps its key when it is sent again as it was, and gets a new one when it was changed', () => {
    const first = send(draftOf('Hello'), newKey);
    const restored = markFailed(first.draft, first.sent.key);
    expect(send(restored, newKey).sent.key).toBe(first.sent.key);
    expect(send({ ...restored, text: 'Hello!' }, newKey).sent.key).not.toBe(first.sent.key);
  });

  test('does not take another one with it', () => {
    const first = send(draftOf('One'), newKey);
    const second = send({ ...first.draft, text: 'Two' }, newKey);
    const rest = markFailed(second.draft, first.sent.key);
    expect(rest).toMatchObject({ text: 'One', pending: [second.sent] });
    expect(markFailed(rest, 'no such key')).toBe(rest);
  });
});

describe('a kept draft', () => {
  test('is read back', () => {
    expect(readDraft(JSON.stringify(draftOf('Half a sent')))).toEqual(draftOf('Half a sent'));
  });

  test('has in the box again, in order, what was on its way when the page went', () => {
    const first = send(draftOf('One'), newKey);
    const second = send({ ...first.draft, text: 'Two' }, newKey);
    const read = readDraft(JSON.stringify({ ...second.draft, text: 'three' }));
    expect(read).toMatchObject({ text: 'One\nTwo\nthree', pending: [] });
  });

  test('keeps its text where what was on its way is strange', () => {
    const stored = { text: 'Hello', pending: [{ body: 'One', key: 'a' }, { body: 'Two' }], tried: 'x' };
    expect(readDraft(JSON.stringify(stored))).toEqual(draftOf('Hello'));
  });

  test.each([null, '', 'nonsense', '7', '{"text":7,"pending":"x"}'])(
    'that is strange (%j) is none',
    (stored) => {
      expect(readDraft(stored)).toEqual(NO_DRAFT);
    },
  );
});
