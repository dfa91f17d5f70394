import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSigned, memberText, signature } from './sign.ts';

test('a member is taken as it stands in the text', () => {
  const event = `{ "id": "A \\"b\\" }",\n  "webhook_event": [1, {"x": "}"}] }`;
  expect(memberText(`{"a": "webhook_event", "webhook_event":  ${event}\n, "z": 1}`, 'webhook_event')).toBe(
    event,
  );
  expect(memberText(`{"a": {"webhook_event": 1}}`, 'webhook_event')).toBeNull();
  expect(memberText('{"webhook_event":"a\\\\"}', 'webhook_event')).toBe('"a\\\\"');
});

test('any JSON is found again beside any other', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, value) => {
      const text = JSON.stringify(value, null, 1);
      const whole = `{"before":${JSON.stringify(before)},"webhook_event":${text}}`;
      expect(memberText(whole, 'webhook_event')).toBe(text);
    }),
  );
});

test('a signature counts for its body, time, webhook and transmission', () => {
  const sent = { id: 'w1', time: '2026-01-31T10:00:00Z', webhook: 'WH' };
  const made = signature('secret', sent, '{}');
  expect(isSigned('secret', sent, '{}', made)).toBe(true);
  for (const other of [{ id: 'w2' }, { time: '2026-01-31T10:00:01Z' }, { webhook: 'WX' }])
    expect(isSigned('secret', { ...sent, ...other }, '{}', made)).toBe(false);
  expect(isSigned('secret', sent, '{} ', made)).toBe(false);
  expect(isSigned('other', sent, '{}', made)).toBe(false);
});
