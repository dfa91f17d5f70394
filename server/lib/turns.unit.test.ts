import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test as base } from 'vitest';
import { inTurns } from './turns.ts';

const test = base
  .extend('begun', () => [] as string[])
  .extend('send', ({ begun }) => {
    const handle = inTurns(({ url }) => void begun.push(url ?? ''));
    return (method: string, url: string): void => {
      const request = Object.assign(new IncomingMessage(new Socket()), { method, url });
      handle(request, new ServerResponse(request));
    };
  });

const urls = Array.from({ length: 50 }, (_, nr) => `/${nr}`);

test('many changes at once begin in order, a part of them each turn', async ({ begun, send }) => {
  for (const url of urls) send('POST', url);
  const parts = [begun.length];
  while (begun.length < urls.length) {
    await nextTurn();
    parts.push(begun.length);
  }
  expect(parts).toEqual([16, 32, 48, 50]);
  expect(begun).toEqual(urls);
});

test.for(['GET', 'HEAD'])('a %s begins before the changes that wait', (method, { begun, send }) => {
  for (const url of urls) send('DELETE', url);
  send(method, '/read');
  expect(begun.at(-1)).toBe('/read');
  expect(begun.length).toBeLessThan(urls.length);
});

test('a change that comes later waits behind those that came before, and begins at once when none does', async ({
  begun,
  send,
}) => {
  for (const url of urls) send('POST', url);
  await nextTurn();
  send('PUT', '/later');
  expect(begun).not.toContain('/later');
  while (begun.length <= urls.length) await nextTurn();
  expect(begun).toEqual([...urls, '/later']);
  await nextTurn();
  send('POST', '/alone');
  expect(begun.at(-1)).toBe('/alone');
});
