import { describe, expect, test } from 'vitest';
import { arrived, failed, NO_DRAFT, readDraft, send } from './draft.ts';

let keys = 0;
const newKey = () => `key ${(keys += 1)}`;
const written = (text: string) => ({ ...NO_DRAFT, text });

describe('a text that is sent', () => {
  test('leaves the box and is on its way, without the blanks around it', () => {
    const { draft, sent } = send(written('  Hello\nMax '), newKey);
    expect(sent.body).toBe('Hello\nMax');
    expect(draft).toEqual({ text: '', pending: [sent], tried: null });
    expect(arrived(draft, sent.key)).toEqual(NO_DRAFT);
  });

  test('is in the box again when it has failed, before what was written since', () => {
    const { draft, sent } = send(written('First'), newKey);
    expect(failed(draft, sent.key).text).toBe('First');
    expect(failed({ ...draft, text: 'second' }, sent.key).text).toBe('First\nsecond');
  });

  test('keeps its key when it is sent again as it was, and gets a new one when it was changed', () => {
    const first = send(written('Hello'), newKey);
    const back = failed(first.draft, first.sent.key);
    expect(send(back, newKey).sent.key).toBe(first.sent.key);
    expect(send({ ...back, text: 'Hello!' }, newKey).sent.key).not.toBe(first.sent.key);
  });

  test('does not take another one with it', () => {
    const first = send(written('One'), newKey);
    const second = send({ ...first.draft, text: 'Two' }, newKey);
    const left = failed(second.draft, first.sent.key);
    expect(left).toMatchObject({ text: 'One', pending: [second.sent] });
    expect(failed(left, 'no such key')).toBe(left);
  });
});

describe('a kept draft', () => {
  test('is read back', () => {
    expect(readDraft(JSON.stringify(written('Half a sent')))).toEqual(written('Half a sent'));
  });

  test('has in the box again, in order, what was on its way when the page went', () => {
    const first = send(written('One'), newKey);
    const second = send({ ...first.draft, text: 'Two' }, newKey);
    const read = readDraft(JSON.stringify({ ...second.draft, text: 'three' }));
    expect(read).toMatchObject({ text: 'One\nTwo\nthree', pending: [] });
  });

  test.each([null, '', 'nonsense', '7', '{"text":7,"pending":"x"}'])(
    'that is strange (%j) is none',
    (kept) => {
      expect(readDraft(kept)).toEqual(NO_DRAFT);
    },
  );
});
