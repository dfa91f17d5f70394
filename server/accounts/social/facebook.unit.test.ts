import { createHmac } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Settings } from '../../lib/settings.ts';
import { onThisMachine } from '#test/api/busy.ts';
import { startGraph, type Graph, type GraphAnswers } from '#test/rooms/providers.ts';
import { verifyFacebookToken } from './facebook.ts';

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');
const seconds = NOW.epochMilliseconds / 1000;

let graph: Graph;
beforeAll(async () => {
  graph = await startGraph();
});
afterAll(() => graph.close());

const ask = (token: string) =>
  verifyFacebookToken(
    {
      settings: { providers: { google: '', facebook: graph.url } } as Settings,
      now: NOW,
      log: pino({ level: 'silent' }),
    },
    graph,
    token,
  );
const told = (more: Partial<GraphAnswers> = {}) => {
  const debug = { app_id: graph.appId, is_valid: true, user_id: '77', expires_at: seconds + 60 };
  const profile = { id: '77', name: 'Ada Lovelace', email: 'ada@facebook.test' };
  graph.tokens.set('token', { debug, profile, status: 200, ...more });
  return ask('token');
};

test('a valid token of our app is believed; the calls carry our secret as Facebook wants it', async () => {
  graph.calls.length = 0;
  expect(await told()).toEqual({
    ok: true,
    value: { provider: 'facebook', subject: '77', email: 'ada@facebook.test', name: 'Ada Lovelace' },
  });
  const [debug, profile] = graph.calls;
  expect([debug?.[0], debug?.[1].get('access_token')]).toEqual([
    '/debug_token',
    '1234567890|the secret of a test',
  ]);
  const proof = createHmac('sha256', graph.appSecret).update('token').digest('hex');
  expect([profile?.[0], profile?.[1].get('appsecret_proof')]).toEqual(['/me', proof]);
});

test('one without an end, name and e-mail too', async () => {
  const debug = { app_id: graph.appId, is_valid: true, user_id: '77', expires_at: 0 };
  expect(await told({ debug, profile: { id: '77' } })).toMatchObject({ value: { name: null, email: null } });
});

test.each<[string, object, object]>([
  ['of another app', { app_id: '666' }, {}],
  ['that is not valid', { is_valid: false }, {}],
  ['of nobody', { user_id: undefined }, {}],
  ['that has run out', { expires_at: seconds }, {}],
  ['of somebody else than the profile', {}, { id: '78' }],
])('a token %s is not', async (_, debugged, shown) => {
  const debug = { app_id: graph.appId, is_valid: true, user_id: '77', expires_at: seconds + 1, ...debugged };
  expect(await told({ debug, profile: { id: '77', ...shown } })).toEqual({ ok: false, reason: 'bad_token' });
});

test('nor one that Facebook refuses', async () => {
  expect(await ask('unknown')).toEqual({ ok: false, reason: 'bad_token' });
});

test('a Facebook that fails, answers nonsense or hangs is unavailable', async () => {
  const away = { ok: false, reason: 'provider_away' };
  expect(await told({ status: 500 })).toEqual(away);
  expect(await told({ status: 429 })).toEqual(away);
  expect(await told({ debug: { app_id: 1 } })).toEqual(away);
  graph.hang(true);
  const before = performance.now();
  expect(await told()).toEqual(away);
  expect(performance.now() - before).toBeLessThan(onThisMachine(8000));
  graph.hang(false);
});
