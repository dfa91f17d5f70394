import { describe, expect, test } from 'vitest';
import { BadJson, parseJson } from './json.ts';

describe('a body is read as JSON', () => {
  test.each([
    ['{"a":1,"b":[1,{"a":2}]}', { a: 1, b: [1, { a: 2 }] }],
    ['"text"', 'text'],
    ['[{"x":1},{"x":2}]', [{ x: 1 }, { x: 2 }]],
    ['{"a":"{\\"a\\":1,\\"a\\":2}"}', { a: '{"a":1,"a":2}' }],
  ])('%s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
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
    expect(() => parseJson(text)).toThrow(BadJson);
  });
});
