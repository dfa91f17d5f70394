import { createHmac } from 'node:crypto';
import pino from 'pino';
import { afterEach, expect, test as base, vi } from 'vitest';
import type { Settings } from '../../lib/settings.ts';
import { onThisMachine } from '#test/api/busy.ts';
import { NONCE, startIssuer, type Issuer, type TokenInput } from '#test/rooms/providers.ts';
import { verifyGoogleToken } from './google.ts';

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');
const at = NOW.epochMilliseconds / 1000;

afterEach(() => {
  vi.useRealTimers();
});

const verify = (issuer: Issuer, token: string) => {
  const settings = { providers: { google: issuer.url, facebook: '' } } as Settings;
  const ctx = { settings, now: NOW, log: pino({ level: 'silent' }) };
  return verifyGoogleToken(ctx, { clientId: issuer.clientId, token, nonce: NONCE });
};
const test = base
  .extend('issuer', { scope: 'file' }, async ({}, { onCleanup }) => {
    const issuer = await startIssuer();
    onCleanup(() => issuer.close());
    return issuer;
  })
  /** Verifies a token with these differences from a valid one. */
  .extend(
    'verifyWith',
    { scope: 'file' },
    ({ issuer }) =>
      async (more: Partial<TokenInput> = {}) =>
        verify(issuer, await issuer.token({ at, ...more })),
  );
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const reasonOf = async (verified: ReturnType<typeof verify>) => {
  const result = await verified;
  return result.ok ? 'verified' : result.reason;
};

test.for(['RS256', 'ES256'] as const)('a token signed with %s is believed', async (alg, { verifyWith }) => {
  expect(await verifyWith({ alg })).toEqual({
    ok: true,
    value: { provider: 'google', subject: '1234567890', email: 'ada@google.test', name: 'Ada Lovelace' },
  });
});

test('one without a name too', async ({ verifyWith }) => {
  expect(await verifyWith({ claims: { name: undefined } })).toMatchObject({ value: { name: null } });
});

test.for<[string, Partial<TokenInput>]>([
  ['of another issuer', { claims: { iss: 'https://accounts.google.com' } }],
  ['for another client', { claims: { aud: 'other.apps.googleusercontent.com' } }],
  ['for us and another client', { claims: { aud: ['talkback-test.apps.googleusercontent.com', 'x'] } }],
  ['that has run out', { claims: { exp: at - 11 } }],
  ['issued 10 minutes and 11 seconds ago', { at: at - 611 }],
  ['issued in the future', { at: at + 11 }],
  ['without an end', { claims: { exp: undefined } }],
  ['without a beginning', { claims: { iat: undefined } }],
  ['not valid yet', { claims: { nbf: at + 60 } }],
  ['of nobody', { claims: { sub: undefined } }],
  ['of an empty name', { claims: { sub: '' } }],
  ['of an unverified e-mail', { claims: { email_verified: false } }],
  ['of an e-mail that is not said to be verified', { claims: { email_verified: undefined } }],
  ['with a word for a truth', { claims: { email_verified: 'true' } }],
  ['of another browser', { claims: { nonce: 'another' } }],
  ['of no browser', { claims: { nonce: undefined } }],
  ['of several browsers', { claims: { nonce: [NONCE] } }],
  ['without an e-mail', { claims: { email: undefined } }],
  ['signed with another algorithm', { alg: 'PS256' }],
])('a token %s is not', async ([, more], { verifyWith }) => {
  expect(await reasonOf(verifyWith(more))).toBe('bad_token');
});

test('nor one that somebody else has signed, changed, or left unsigned', async ({ issuer }) => {
  const good = await issuer.token({ at });
  const [head = '', body = '', signature = ''] = good.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  const other = encode({ ...claims, sub: '1' });
  const hs = encode({ alg: 'HS256', kid: 'RS256-1' });
  const hmac = createHmac('sha256', issuer.clientId).update(`${hs}.${body}`).digest('base64url');
  const bad = [
    await issuer.forged({ at }),
    `${head}.${other}.${signature}`,
    `${encode({ alg: 'none' })}.${body}.`,
    `${hs}.${body}.${hmac}`,
    'none',
    '',
    'a.b.c',
  ];
  expect(await reasonOf(verify(issuer, good))).toBe('verified');
  for (const each of bad) expect(await reasonOf(verify(issuer, each))).toBe('bad_token');
});

test('within 10 seconds clocks may differ', async ({ verifyWith }) => {
  expect(await reasonOf(verifyWith({ at: at + 9 }))).toBe('verified');
  expect(await reasonOf(verifyWith({ at: at - 605 }))).toBe('verified');
});

test('keys are kept, and fetched again for a key id that is new, at most twice a minute', async () => {
  // An issuer and a clock of its own: half a minute after an earlier fetch the keys would be fetched again.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const own = await startIssuer();
  const verifyOwn = async (more: Partial<TokenInput> = {}) => verify(own, await own.token({ at, ...more }));
  await verifyOwn();
  const before = own.keyRequests();
  await verifyOwn();
  await verifyOwn({ alg: 'ES256' });
  expect(own.keyRequests()).toBe(before);
  await own.rotate();
  expect(await reasonOf(verifyOwn())).toBe('bad_token');
  expect(own.keyRequests()).toBe(before);
  vi.setSystemTime(Date.now() + 31_000);
  expect(await reasonOf(verifyOwn())).toBe('verified');
  for (let n = 0; n < 5; n += 1) expect(await reasonOf(verifyOwn({ kid: `unknown-${n}` }))).toBe('bad_token');
  expect(own.keyRequests()).toBe(before + 1);
  await own.close();
});

test('an issuer that fails or hangs is given up in time, asked again the next time, and nobody is let in meanwhile', async () => {
  const other = await startIssuer();
  const token = await other.token({ at });
  other.behave('fail');
  expect(await reasonOf(verify(other, token))).toBe('provider_away');
  other.behave('hang');
  const before = performance.now();
  expect(await reasonOf(verify(other, token))).toBe('provider_away');
  expect(performance.now() - before).toBeLessThan(onThisMachine(8000));
  other.behave('serve');
  expect(await reasonOf(verify(other, token))).toBe('verified');
  await other.close();
  expect(await reasonOf(verify(other, token))).toBe('verified');
});
