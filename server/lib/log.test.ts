import { expect } from 'vitest';
import { sql } from 'kysely';
import { redeemTicket, loginByLink, login, resetPassword } from '#shared/accounts/contract.ts';
import { uploadLink } from '#shared/files/contract.ts';
import { postMessage } from '#shared/messages/contract.ts';
import { listTracks } from '#shared/sessions/contract.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { createLog } from './log.ts';
import { hashPassword } from './passwords.ts';
import { test as base } from '#test/api/test.ts';

const lines: string[] = [];
const logged = (): string => lines.join('');

const tokenOf = (cookie: string): string => cookie.split('=')[1]?.split(';')[0] ?? '';

const test = base
  .extend('options', { scope: 'file' }, () => ({
    log: createLog('trace', { write: (line) => void lines.push(line) }),
  }))
  .extend('client', { scope: 'file' }, ({ studio }) => studio.makeClient())
  .extend('session', { scope: 'file' }, async ({ studio, client }) =>
    makeSession(studio, { client, musician: await studio.makeMusician() }),
  );

test('each request is one line with an id that the answer carries', async ({ app, client }) => {
  const answer = await app.call(listTracks, { query: { size: 7 } }, client);
  const line = lines.map((one) => JSON.parse(one)).find((one) => one.path === '/api/v2/tracks');
  expect(line).toMatchObject({ level: 30, method: 'GET', status: 200, msg: 'request' });
  expect(line.request).toBe(answer.headers['x-request-id']);
});

test('nor the secret of a mailed link, in a path, a query or a body', async ({ app }) => {
  const secret = 'a-secret-of-a-link';
  const host = { host: 'localhost:4000' };
  for (const url of [`/password/validate/${secret}`, `/enter?link=${secret}`, `/welcome?code=${secret}`])
    await app.http.inject({ url, headers: host });
  await app.call(resetPassword, { body: { resetToken: secret, password: `${secret}-too` } });
  await app.call(loginByLink, { body: { token: secret } });
  const paths = lines.map((one) => (JSON.parse(one) as { path?: string }).path);
  expect(paths).toEqual(
    expect.arrayContaining(['/password/validate/…', '/enter', '/welcome', resetPassword.path]),
  );
  expect(logged()).not.toContain(secret);
});

test('no password, cookie, ticket, signature or message is ever written', async ({
  app,
  client,
  session,
}) => {
  const password_hash = await hashPassword('correct horse');
  await app.people.make('client', { email: 'one@log.test', password_hash });
  await app.people.make('partner', { email: 'two@log.test', password_hash });
  const signIn = (email: string, password: string) =>
    app.call(login, { body: { user: { email, password } } });
  await signIn('one@log.test', 'battery staple');
  const signedIn = await signIn('one@log.test', 'correct horse');
  const sent = await signIn('two@log.test', 'correct horse');
  const ticket = new URL(sent.body.redirect ?? '').searchParams.get('ticket') ?? '';
  await app.call(redeemTicket, { body: { ticket } });
  await app.http.inject({
    url: `/enter?ticket=${ticket}`,
    headers: { host: 'localhost:4001', cookie: client.cookie },
  });
  await app.call(postMessage, { body: { thread_id: session.threadId, body: 'a word between us' } }, client);
  const { body } = await app.call(
    uploadLink,
    { body: { session_id: session.id, files: [{ fileName: 'a.wav', fileSize: 3 }] } },
    client,
  );
  const url = new URL(body.urls[0]?.url ?? '');
  const signature = url.searchParams.get('X-Amz-Signature') ?? '';
  const put = await app.http.inject({
    method: 'PUT',
    url: url.pathname + url.search,
    headers: { host: url.host, 'content-length': '3', 'content-type': 'application/octet-stream' },
    payload: 'abc',
  });
  expect(put.statusCode).toBe(200);
  expect(logged()).toContain('"path":"/storage/talkback/');

  const secrets = [
    'battery staple',
    'correct horse',
    password_hash,
    ticket,
    tokenOf(String(signedIn.headers['set-cookie'])),
    tokenOf(client.cookie),
    'a word between us',
    signature,
  ];
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(12);
    expect(logged()).not.toContain(secret);
  }
});

test('a fault is written with its inside and its request, and still without the cookie or the body', async ({
  app,
  client,
}) => {
  await sql`alter table tracks rename to tracks_away`.execute(app.db);
  const answer = await app.call(listTracks, {}, client);
  await sql`alter table tracks_away rename to tracks`.execute(app.db);
  expect(answer.problem).toEqual({
    type: 'urn:problem:fault',
    title: 'Internal error',
    status: 500,
    detail: 'Something went wrong on our side. Please try again.',
    code: 'fault',
  });
  const fault = lines.map((one) => JSON.parse(one)).find((one) => one.msg === 'fault');
  expect(fault.request).toBe(answer.headers['x-request-id']);
  expect(fault.err.message).toContain('relation "tracks" does not exist');
  expect(logged()).not.toContain(tokenOf(client.cookie));
});
