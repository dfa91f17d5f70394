import { createHmac } from 'node:crypto';
import pino from 'pino';
import { expect, test as base } from 'vitest';
import type { Settings } from '../../lib/settings.ts';
import { onThisMachine } from '#test/api/busy.ts';
import { startGraph, type GraphAnswers } from '#test/rooms/providers.ts';
import { verifyFacebookToken } from './facebook.ts';

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');
const seconds = NOW.epochMilliseconds / 1000;

const test = base
  .extend('graph', { scope: 'file' }, async ({}, { onCleanup }) => {
    const graph = await startGraph();
    onCleanup(() => graph.close());
    return graph;
  })
  .extend('verify', { scope: 'file' }, ({ graph }) => (token: string) => {
    const settings = { providers: { google: '', facebook: graph.url } } as Settings;
    return verifyFacebookToken({ settings, now: NOW, log: pino({ level: 'silent' }) }, graph, token);
  })
  /** Verifies a token of which the Graph API says this. */
  .extend('verifyWith', { scope: 'file' }, ({ graph, verify }) => (more: Partial<GraphAnswers> = {}) => {
    const debug = { app_id: graph.appId, is_valid: true, user_id: '77', expires_at: seconds + 60 };
    const profile = { id: '77', name: 'Ada Lovelace', email: 'ada@facebook.test' };
    graph.tokens.set('token', { debug, profile, status: 200, ...more });
    return verify('token');
  });

test('a valid token of our app is believed; the calls carry our secret as Facebook wants it', async ({
  graph,
  verifyWith,
}) => {
  graph.calls.length = 0;
  expect(await verifyWith()).toEqual({
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

test('one without an end, name and e-mail too', async ({ graph, verifyWith }) => {
  const debug = { app_id: graph.appId, is_valid: true, user_id: '77', expires_at: 0 };
  expect(await verifyWith({ debug, profile: { id: '77' } })).toMatchObject({
    value: { name: null, email: null },
  });
});

test.for<[string, object, object]>([
  ['of another app', { app_id: '666' }, {}],
  ['that is not valid', { is_valid: false }, {}],
  ['of nobody', { user_id: undefined }, {}],
  ['that has run out', { expires_at: seconds }, {}],
  ['of somebody else than the profile', {}, { id: '78' }],
])('a token %s is not', async ([, debugged, shown], { graph, verifyWith }) => {
  const debug = { app_id: graph.appId, is_valid: true, user_id: '77', expires_at: seconds + 1, ...debugged };
  expect(await verifyWith({ debug, profile: { id: '77', ...shown } })).toEqual({
    ok: false,
    reason: 'bad_token',
  });
});

test('nor one that Facebook refuses', async ({ verify }) => {
  expect(await verify('unknown')).toEqual({ ok: false, reason: 'bad_token' });
});

test('a Facebook that fails, answers nonsense or hangs is unavailable', async ({ graph, verifyWith }) => {
  const away = { ok: false, reason: 'provider_away' };
  expect(await verifyWith({ status: 500 })).toEqual(away);
  expect(await verifyWith({ status: 429 })).toEqual(away);
  expect(await verifyWith({ debug: { app_id: 1 } })).toEqual(away);
  graph.hang(true);
  const before = performance.now();
  expect(await verifyWith()).toEqual(away);
  expect(performance.now() - before).toBeLessThan(onThisMachine(8000));
  graph.hang(false);
});
