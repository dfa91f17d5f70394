import { expect, test } from 'vitest';
import { messageParts } from './message-parts.ts';

const links = (body: string) =>
  messageParts(body)
    .filter(({ href }) => href !== null)
    .map(({ text, href }) => [text, href]);

test.each([
  ['See https://a.example/x?y=1#z.', 'https://a.example/x?y=1#z', 'https://a.example/x?y=1#z'],
  ['(https://a.example/x)', 'https://a.example/x', 'https://a.example/x'],
  ['https://a.example/x_(y)', 'https://a.example/x_(y)', 'https://a.example/x_(y)'],
  ['at www.a.example, soon', 'www.a.example', 'https://www.a.example'],
  ['HTTP://A.example!', 'HTTP://A.example', 'HTTP://A.example'],
])('%s has a link', (body, text, href) => {
  expect(links(body)).toEqual([[text, href]]);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'a.b and c.d',
  'https://',
  '<a href="x">',
])('%s has none', (body) => {
  expect(messageParts(body)).toEqual([{ text: body, href: null }]);
});

test('loses no letter', () => {
  const body = 'One https://a.example,\n  two (www.b.example) three https://c.example/é🎵.';
  expect(
    messageParts(body)
      .map(({ text }) => text)
      .join(''),
  ).toBe(body);
  expect(links(body)).toHaveLength(3);
  expect(messageParts('')).toEqual([]);
});
