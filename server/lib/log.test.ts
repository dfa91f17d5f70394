import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { enter, enterByLink, login, resetPassword } from '../../shared/accounts/contract.ts';
import { uploadLink } from '../../shared/files/contract.ts';
import { postMessage } from '../../shared/messages/contract.ts';
import { listTracks } from '../../shared/sessions/contract.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { makeSession, type TestSession } from '../test/sessions.ts';
import { makeStudio } from '../test/studio.ts';
import type { TestPerson } from '../test/people.ts';
import { createLog } from './log.ts';
import { hashPassword } from './passwords.ts';

let api: TestApp;
let client: TestPerson;
let session: TestSession;
const lines: string[] = [];
const logged = (): string => lines.join('');

beforeAll(async () => {
  api = await testApp(undefined, { log: createLog('trace', { write: (line) => void lines.push(line) }) });
  const studio = await makeStudio(api);
  client = await studio.makeClient();
  session = await makeSession(studio, { client, musician: await studio.makeMusician() });
});
afterAll(() => api.close());

const tokenOf = (cookie: string): string => cookie.split('=')[1]?.split(';')[0] ?? '';

test('each request is one line with an id that the answer carries', async () => {
  const answer = await api.call(listTracks, { query: { size: 7 } }, client);
  const line = lines.map((one) => JSON.parse(one)).find((one) => one.path === '/api/v2/tracks');
  expect(line).toMatchObject({ level: 30, method: 'GET', status: 200, msg: 'request' });
  expect(line.request).toBe(answer.headers['x-request-id']);
});

test('nor the secret of a mailed link, in a path, a query or a body', async () => {
  const secret = 'a-secret-of-a-link';
  const host = { host: 'localhost:4000' };
  for (const url of [`/password/validate/${secret}`, `/enter?link=${secret}`, `/welcome?code=${secret}`])
    await api.app.http.inject({ url, headers: host });
  await api.call(resetPassword, { body: { resetToken: secret, password: `${secret}-too` } });
  await api.call(enterByLink, { body: { token: secret } });
  const paths = lines.map((one) => (JSON.parse(one) as { path?: string }).path);
  expect(paths).toEqual(
    expect.arrayContaining(['/password/validate/…', '/enter', '/welcome', resetPassword.path]),
  );
  expect(logged()).not.toContain(secret);
});

test('no password, cookie, ticket, signature or message is ever written', async () => {
  const password_hash = await hashPassword('correct horse');
  await api.people.make('client', { email: 'one@log.test', password_hash });
  await api.people.make('partner', { email: 'two@log.test', password_hash });
  const signIn = (email: string, password: string) =>
    api.call(login, { body: { user: { email, password } } });
  await signIn('one@log.test', 'battery staple');
  const signedIn = await signIn('one@log.test', 'correct horse');
  const sent = await signIn('two@log.test', 'correct horse');
  const ticket = new URL(sent.body.redirect ?? '').searchParams.get('ticket') ?? '';
  await api.call(enter, { body: { ticket } });
  await api.app.http.inject({
    url: `/enter?ticket=${ticket}`,
    headers: { host: 'localhost:4001', cookie: client.cookie },
  });
  await api.call(postMessage, { body: { thread_id: session.threadId, body: 'a word between us' } }, client);
  const { body } = await api.call(
    uploadLink,
    { body: { session_id: session.id, files: [{ fileName: 'a.wav', fileSize: 3 }] } },
    client,
  );
  const url = new URL(body.urls[0]?.url ?? '');
  const signature = url.searchParams.get('X-Amz-Signature') ?? '';
  const put = await api.app.http.inject({
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

test('a fault is written with its inside and its request, and still without the cookie or the body', async () => {
  await sql`alter table tracks rename to tracks_away`.execute(api.db);
  const answer = await api.call(listTracks, {}, client);
  await sql`alter table tracks_away rename to tracks`.execute(api.db);
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
