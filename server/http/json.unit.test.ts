import { describe, expect, test } from 'vitest';
import { InvalidJson, parseJson } from './json.ts';

describe('a body is read as JSON', () => {
  test.each([
    ['{"a":1,"b":[1,{"a":2}]}', { a: 1, b: [1, { a: 2 }] }],
    ['"text"', 'text'],
    ['[{"x":1},{"x":2}]', [{ x: 1 }, { x: 2 }]],
    ['{"a":"{\\"a\\":1,\\"a\\":2}"}', { a: '{"a":1,"a":2}' }],
  ])('%s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  test('half of a surrogate pair becomes the replacement sign; pairs and escaped backslashes stay', () => {
    const text = String.raw`{"\ud800":["\uDBFFx","x\udc00","\ud83d\ude00","\\ud800","\ud83d\ud83d\ude00"]}`;
    expect(parseJson(text)).toEqual({
      '\uFFFD': ['\uFFFDx', 'x\uFFFD', '\u{1F600}', '\\ud800', '\uFFFD\u{1F600}'],
    });
  });
});

describe('a body that could mean two things is refused', () => {
  test.each([
    ['a key that stands twice', '{"a":1,"a":2}'],
    ['twice, once escaped', '{"a":1,"\\u0061":2}'],
    ['far from its colon', `{"a":1,"a"${' '.repeat(500)}:2}`],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['nesting beyond 24 levels', '['.repeat(25) + ']'.repeat(25)],
    ['broken JSON', '{"a":'],
    ['a string without end', '{"a'],
  ])('%s', (_name, text) => {
    expect(() => parseJson(text)).toThrow(InvalidJson);
  });
});
