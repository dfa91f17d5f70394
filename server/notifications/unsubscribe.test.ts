import { Readable } from 'node:stream';
import { describe, expect } from 'vitest';
import { unsubscribe } from '#shared/notifications/contract.ts';
import { newId } from '../lib/ids.ts';
import type { TestPerson } from '#test/api/people.ts';
import { refusalToken } from './mails/invitation-mail.ts';
import { test as base } from '#test/api/test.ts';

const PATH = '/api/v2/notifications/unsubscribe';
const test = base
  .extend('person', { scope: 'file' }, ({ app }) => app.people.make('client'))
  .extend('tokenOf', { scope: 'file' }, ({ app }) => async ({ id }: TestPerson): Promise<string> => {
    const row = await app.db
      .selectFrom('people')
      .select('mail_token')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.mail_token;
  })
  .extend('token', { scope: 'file' }, ({ person, tokenOf }) => tokenOf(person))
  .extend(
    'settingsOf',
    { scope: 'file' },
    ({ app }) =>
      ({ id }: TestPerson) =>
        app.db
          .selectFrom('notification_settings')
          .select(['booking', 'cancellation', 'files', 'marketing'])
          .where('person_id', '=', id)
          .executeTakeFirst(),
  )
  .extend(
    'stop',
    { scope: 'file' },
    ({ app }) =>
      (query: { token: string; group: string }) =>
        app.call(unsubscribe, { query }),
  )
  /** As a mail program does it: a form, no Origin, nobody signed in. */
  .extend(
    'oneClick',
    { scope: 'file' },
    ({ app }) =>
      (url: string, headers: Record<string, string> = {}) =>
        app.http.inject({
          method: 'POST',
          url,
          headers: {
            host: 'localhost:4000',
            'content-type': 'application/x-www-form-urlencoded',
            ...headers,
          },
          payload: 'List-Unsubscribe=One-Click',
        }),
  );

describe('by the page', () => {
  test('switches one group off and leaves the others; twice is once', async ({
    person,
    token,
    settingsOf,
    stop,
  }) => {
    expect((await stop({ token, group: 'files' })).status).toBe(200);
    const one = { booking: true, cancellation: true, files: false, marketing: true };
    expect(await settingsOf(person)).toEqual(one);
    expect((await stop({ token, group: 'files' })).status).toBe(200);
    expect((await stop({ token, group: 'marketing' })).status).toBe(200);
    expect(await settingsOf(person)).toEqual({ ...one, marketing: false });
  });

  test.for([
    ['a token that nobody has', { token: newId(), group: 'files' }],
    ['a token that is none', { token: "x' or 1=1", group: 'files' }],
    ['no group of ours', { token: '', group: 'always' }],
    ['a group that is a column', { token: '', group: 'updated_at' }],
    ['a person as an invitation', { token: '', group: 'invitations' }],
  ] as const)('%s is not found', async ([, asked], { token, stop }) => {
    const { status, problem } = await stop({ ...asked, token: asked.token || token });
    expect([status, problem.code]).toEqual([404, 'not_found']);
  });

  test('what is missing is malformed', async ({ oneClick }) => {
    expect((await oneClick(PATH)).statusCode).toBe(400);
  });
});

describe('by a mail program (RFC 8058)', () => {
  test('a form without Origin, from anywhere, switches the group off', async ({
    app,
    tokenOf,
    settingsOf,
    oneClick,
  }) => {
    const other = await app.people.make('partner');
    const url = `${PATH}?token=${await tokenOf(other)}&group=booking`;
    expect((await oneClick(url)).statusCode).toBe(200);
    expect(await settingsOf(other)).toMatchObject({ booking: false, files: true });
  });

  test('so does a form in parts, which is what the RFC would rather have', async ({
    app,
    tokenOf,
    settingsOf,
  }) => {
    const other = await app.people.make('partner');
    const answer = await app.http.inject({
      method: 'POST',
      url: `${PATH}?token=${await tokenOf(other)}&group=files`,
      headers: { host: 'localhost:4001', 'content-type': 'multipart/form-data; boundary=part' },
      payload:
        '--part\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--part--\r\n',
    });
    expect(answer.statusCode).toBe(200);
    expect(await settingsOf(other)).toMatchObject({ booking: true, files: false });
  });

  test('a page of another site cannot do it', async ({ person, token, settingsOf, oneClick }) => {
    const url = `${PATH}?token=${token}&group=booking`;
    for (const headers of [
      { origin: 'https://elsewhere.test' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[])
      expect((await oneClick(url, headers)).statusCode).toBe(403);
    expect(await settingsOf(person)).toMatchObject({ booking: true });
  });

  test('no other call takes a form', async ({ oneClick }) => {
    for (const url of ['/api/users/login', '/api/v2/messages'])
      for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=part'])
        expect((await oneClick(url, { 'content-type': type })).statusCode).toBe(415);
  });

  test('a form that is too long is refused, also one that does not tell its length', async ({
    app,
    person,
    token,
    settingsOf,
  }) => {
    const url = `${PATH}?token=${token}&group=booking`;
    const headers = { host: 'localhost:4000', 'content-type': 'application/x-www-form-urlencoded' };
    const told = await app.http.inject({ method: 'POST', url, headers, payload: 'x'.repeat(5000) });
    const untold = await app.http.inject({
      method: 'POST',
      url,
      headers,
      payload: Readable.from(
        ['x'.repeat(1000), 'x'.repeat(1000), 'x'.repeat(1000)].map((text) => Buffer.from(text)),
      ),
    });
    expect([told.statusCode, untold.statusCode]).toEqual([413, 413]);
    expect(await settingsOf(person)).toMatchObject({ booking: true });
  });

  test('opening the link changes nothing and leads to the page, whatever the Host says of itself', async ({
    app,
    person,
    token,
    settingsOf,
  }) => {
    const answer = await app.http.inject({
      url: `${PATH}?token=${token}&group=booking`,
      headers: { host: 'localhost:4001' },
    });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(`http://localhost:4001/unsubscribe?token=${token}&group=booking`);
    expect(await settingsOf(person)).toMatchObject({ booking: true });
  });
});

describe('an address without an account', () => {
  test('refuses further invitations by the hash that only its mail holds', async ({
    app,
    person,
    stop,
    oneClick,
  }) => {
    const now = app.clock.now();
    const invitation = { id: newId(), code: 'a-code-of-sixteen-or-more' };
    await app.db
      .insertInto('invitations')
      .values({
        ...invitation,
        inviter_id: person.id,
        email: 'Friend@Test.test',
        status: 'awaiting-to-accept',
        created_at: now,
        expires_at: now.add({ hours: 24 * 30 }),
      })
      .execute();
    const declined = () => app.db.selectFrom('declined_addresses').select('email').execute();
    const right = refusalToken(invitation);
    for (const wrong of [
      invitation.id,
      `${invitation.id}.`,
      `${right.slice(0, -1)}0x`,
      `${newId()}.${right.split('.')[1]}`,
    ])
      expect((await stop({ token: wrong, group: 'invitations' })).status).toBe(404);
    expect((await stop({ token: right, group: 'booking' })).status).toBe(404);
    expect(await declined()).toEqual([]);
    for (let n = 0; n < 2; n += 1)
      expect((await oneClick(`${PATH}?token=${right}&group=invitations`)).statusCode).toBe(200);
    expect(await declined()).toEqual([{ email: 'friend@test.test' }]);
  });
});

test('more than 600 calls a minute from one address are 429', async ({ app, token, stop }) => {
  const ends = app.clock.now().add({ seconds: 60 });
  await app.db
    .updateTable('rate_counters')
    .set({ hits: 600, window_ends: ends })
    .where('key', 'like', 'unsubscribe:%')
    .execute();
  const { status, headers } = await stop({ token, group: 'files' });
  expect([status, headers['retry-after']]).toEqual([429, '60']);
});
