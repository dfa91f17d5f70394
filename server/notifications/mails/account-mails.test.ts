import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as accounts from '../../accounts/events.ts';
import { hashToken, newId } from '../../lib/ids.ts';
import type { EventKind } from '../../lib/events.ts';
import { invited, reminded } from '../../referrals/events.ts';
import { testApp, type TestApp } from '../../test/app.ts';
import type { TestPerson } from '../../test/people.ts';
import { makeStudio, type Studio } from '../../test/studio.ts';
import { sendMail } from '../jobs.ts';
import { remind } from '../remind.ts';
import { headerOf, mailServer, type Received } from './testing.ts';

let server: Awaited<ReturnType<typeof mailServer>>;
let api: TestApp;
let studio: Studio;
let person: TestPerson;

beforeAll(async () => {
  server = await mailServer();
  api = await testApp(undefined, {
    env: {
      ...server.env,
      STUDIO_URL: 'https://studio.example',
      PARTNERS_URL: 'https://partners.example',
      OPERATOR_URL: 'https://operator.example',
    },
  });
  studio = await makeStudio(api);
});
beforeEach(async () => {
  person = await api.people.make('client', {
    name: 'Clara Client',
    password_hash: 'a hash',
    zone: 'Asia/Kolkata',
  });
  server.state.refuses = false;
  server.mails.length = 0;
});
afterAll(async () => {
  await api.close();
  await server.close();
});

async function raise<P extends object>(kind: EventKind<P>, payload: P): Promise<void> {
  await studio.inTx((tx) => api.app.queues.emit(tx, kind, payload));
  await api.app.queues.drain();
}
function only(to: string): Received {
  const mails = server.take(to);
  expect(mails).toHaveLength(1);
  return mails[0] as Received;
}
/** The address behind a mail's button, which HTML and text share. */
function linkIn({ text = '', html = '' }: Received): URL {
  const [link = ''] = text.match(/^https?:\S+$/m) ?? [];
  expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  return new URL(link);
}
const tokensOf = ({ id }: TestPerson) =>
  api.db.selectFrom('one_time_tokens').selectAll().where('person_id', '=', id).execute();

describe('links with a secret', () => {
  test.each([
    ['client', 'https://studio.example'],
    ['managed', 'https://studio.example'],
    ['partner', 'https://partners.example'],
    ['operator', 'https://operator.example'],
  ] as const)('a reset link of a %s leads to %s and is made when it is sent', async (role, origin) => {
    const reader = await api.people.make(role, { password_hash: 'a hash' });
    await studio.inTx((tx) => api.app.queues.emit(tx, accounts.resetAsked, { person_id: reader.id }));
    expect(await tokensOf(reader)).toEqual([]);
    await api.app.queues.drain();
    const mail = only(reader.email);
    expect(mail.subject).toBe('Choose a new password for Talkback');
    const link = linkIn(mail);
    expect(link.origin).toBe(origin);
    const token = /^\/password\/validate\/([\w-]+)$/.exec(link.pathname)?.[1] ?? '';
    expect(await tokensOf(reader)).toMatchObject([{ purpose: 'reset_password', hash: hashToken(token) }]);
    expect(headerOf(mail, 'List-Unsubscribe')).toBeUndefined();
    expect(mail.text).not.toContain('/unsubscribe');
    const { rows } = await sql<{ data: object }>`select data from jobs.job`.execute(api.db);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('a sign-in link goes on to where the person wanted to go', async () => {
    await raise(accounts.signInLinkAsked, { person_id: person.id, next: '/sessions?tab=past#x' });
    const mail = only(person.email);
    expect(mail.text).toContain('works once, for 15 minutes');
    const { pathname, searchParams } = linkIn(mail);
    expect([pathname, searchParams.get('next')]).toEqual(['/enter', '/sessions?tab=past#x']);
    expect(await tokensOf(person)).toMatchObject([
      { purpose: 'sign_in', hash: hashToken(searchParams.get('link') ?? '') },
    ]);
  });

  test.each(['partner', 'managed', 'operator'] as const)(
    'a new %s chooses a password within a week',
    async (role) => {
      const made = await api.people.make(role);
      await raise(accounts.invitedToStudio, { person_id: made.id });
      const mail = only(made.email);
      expect(mail.subject).toBe('Your account at Talkback: choose a password');
      expect(linkIn(mail).pathname).toMatch(/^\/password\/validate\/[\w-]{40,}$/);
      const [token] = await tokensOf(made);
      expect(token?.expires_at.since(api.clock.now()).total('hours')).toBe(7 * 24);
    },
  );

  test('sixteen at once send one mail, whose link works', async () => {
    server.state.refuses = true;
    await expect(raise(accounts.resetAsked, { person_id: person.id })).rejects.toThrow('451');
    server.state.refuses = false;
    const { rows } = await sql<{ data: Parameters<typeof sendMail.run>[1] }>`
      select data from jobs.job where name = ${sendMail.name} and data ->> 'about' = ${person.id}`.execute(
      api.db,
    );
    const data = rows[0]?.data;
    if (data === undefined) throw new Error('no mail was put on');
    await Promise.allSettled(Array.from({ length: 16 }, () => sendMail.run(api.app.ctx(), data)));
    const token = linkIn(only(person.email)).pathname.split('/').at(-1) ?? '';
    expect(await tokensOf(person)).toMatchObject([{ hash: hashToken(token) }]);
  });
});

describe('an account that signs in elsewhere', () => {
  test('is told how it does instead of getting a link', async () => {
    const social = await api.people.make('client');
    const now = api.clock.now();
    await api.db
      .insertInto('identities')
      .values({ provider: 'google', subject: newId(), person_id: social.id, created_at: now })
      .execute();
    await raise(accounts.resetAsked, { person_id: social.id });
    const mail = only(social.email);
    expect(mail.subject).toBe('How you sign in to Talkback');
    expect(mail.text).toContain('Your account signs in with Google, so it has no password here.');
    expect(linkIn(mail).href).toBe('https://studio.example/login');
    expect(await tokensOf(social)).toEqual([]);
  });

  test('one that was invited and never chose a password gets a link', async () => {
    const partner = await api.people.make('partner');
    await raise(accounts.resetAsked, { person_id: partner.id });
    expect(linkIn(only(partner.email)).pathname).toMatch(/^\/password\/validate\//);
  });
});

describe('coming in', () => {
  test('welcome', async () => {
    await raise(accounts.signedUp, { person_id: person.id });
    const mail = only(person.email);
    expect(mail.subject).toBe('Welcome to Talkback');
    expect(mail.text).toContain('Hi Clara Client,');
    expect(linkIn(mail).href).toBe('https://studio.example/explore');
  });

  test('on the waiting list, and let in', async () => {
    await api.db.updateTable('people').set({ waitlisted: true }).where('id', '=', person.id).execute();
    await raise(accounts.signedUp, { person_id: person.id });
    expect(only(person.email).subject).toBe('You are on the waiting list of Talkback');
    await api.db.updateTable('people').set({ waitlisted: false }).where('id', '=', person.id).execute();
    await raise(accounts.admitted, { person_id: person.id });
    const mail = only(person.email);
    expect(mail.subject).toBe('There is a place for you at Talkback');
    expect(linkIn(mail).href).toBe('https://studio.example/login');
  });

  test('whoever is gone by then gets nothing', async () => {
    await raise(accounts.signedUp, { person_id: newId() });
    expect(server.mails.map(({ subject }) => subject)).toEqual([]);
  });
});

test('a changed password is told to its owner, whatever they switched off, in their zone', async () => {
  const off = { booking: false, cancellation: false, files: false, marketing: false };
  await api.db
    .insertInto('notification_settings')
    .values({ person_id: person.id, ...off, updated_at: api.clock.now() })
    .execute();
  await raise(accounts.passwordChanged, { person_id: person.id });
  const mail = only(person.email);
  expect(mail.subject).toBe('Your password for Talkback was changed');
  for (const words of [mail.text, mail.html])
    expect(words).toContain('Sat 21 Nov 26 at 17:30, Kolkata (UTC+5:30)');
  expect(linkIn(mail).href).toBe('https://studio.example/reset-password');
});

describe('an invitation', () => {
  let invitation: { id: string; email: string; code: string };
  beforeEach(async () => {
    const now = api.clock.now();
    invitation = { id: newId(), email: `friend-${newId()}@test.test`, code: newId() };
    await api.db
      .insertInto('invitations')
      .values({
        ...invitation,
        inviter_id: person.id,
        status: 'awaiting-to-accept',
        created_at: now,
        expires_at: now.add({ hours: 24 * 30 }),
      })
      .execute();
  });

  test('and its reminder lead to the welcome page with all that it reads; they can be refused', async () => {
    await raise(invited, { invitation_id: invitation.id });
    const first = only(invitation.email);
    expect(first.subject).toBe('Clara Client invites you to Talkback');
    const link = linkIn(first);
    expect([link.origin, link.pathname]).toEqual(['https://studio.example', '/welcome']);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      artist: 'Clara Client',
      code: invitation.code,
      email: invitation.email,
    });
    expect(headerOf(first, 'List-Unsubscribe')).toMatch(/group=invitations>$/);
    expect(headerOf(first, 'List-Unsubscribe')).not.toContain(invitation.code);
    await raise(reminded, { invitation_id: invitation.id, at: api.clock.now().toString() });
    expect(only(invitation.email).subject).toBe('Clara Client would still like to see you at Talkback');
  });

  test.each([
    [
      'refused',
      (email: string) => api.db.insertInto('declined_addresses').values({ email, at: api.clock.now() }),
    ],
    [
      'accepted',
      (email: string) =>
        api.db
          .updateTable('invitations')
          .set({ status: 'accepted-signup', accepted_at: api.clock.now() })
          .where('email', '=', email),
    ],
    [
      'expired',
      (email: string) =>
        api.db.updateTable('invitations').set({ expires_at: api.clock.now() }).where('email', '=', email),
    ],
  ])('that is %s is not mailed', async (_, change) => {
    await change(invitation.email).execute();
    await raise(invited, { invitation_id: invitation.id });
    expect(server.mails.map(({ subject }) => subject)).toEqual([]);
  });

  test('to somebody who has an account by then is not mailed', async () => {
    await api.people.make('client', { email: invitation.email.toUpperCase() });
    await raise(invited, { invitation_id: invitation.id });
    expect(server.mails.map(({ subject }) => subject)).toEqual([]);
  });

  test.each([
    ['Win at https://evil.test/now', 'Win at httpsevil. testnow'],
    ['<a href="//evil.test">me</a>', 'a href="evil. test"mea'],
    ['  \r\n ', 'Somebody'],
    ['me@evil.test', 'meevil. test'],
    [`Ada ${'x'.repeat(200)}`, `Ada ${'x'.repeat(35)}…`],
  ])('from %j says nothing that becomes a link', async (name, shown) => {
    await api.db.updateTable('people').set({ name }).where('id', '=', person.id).execute();
    await raise(invited, { invitation_id: invitation.id });
    const mail = only(invitation.email);
    expect(mail.subject).toBe(`${shown} invites you to Talkback`);
    expect(mail.html).not.toMatch(/evil\.test/);
  });
});

async function look(): Promise<void> {
  await remind.run(api.app.ctx(), {});
  await api.app.queues.drain();
}
const subjects = ({ email }: TestPerson) => server.take(email).map(({ subject }) => subject ?? '');
describe("a trial's end", () => {
  test('is announced 3 days before, once; not when it is no trial any more', async () => {
    const ends = api.clock.now().add({ hours: 10 * 24 });
    const [one, gone] = [
      await studio.makeClient({ status: 'trial' }),
      await studio.makeClient({ status: 'trial' }),
    ];
    for (const { id } of [one, gone])
      await api.db
        .updateTable('memberships')
        .set({ trial_ends_at: ends })
        .where('person_id', '=', id)
        .execute();
    api.clock.instant = ends.subtract({ hours: 73 });
    await look();
    expect(subjects(one)).toEqual([]);
    api.clock.instant = ends.subtract({ hours: 72 });
    await remind.run(api.app.ctx(), {});
    await api.db
      .updateTable('memberships')
      .set({ status: 'subscriber' })
      .where('person_id', '=', gone.id)
      .execute();
    await look();
    expect(subjects(one)).toEqual([expect.stringMatching(/^Your trial ends on /)]);
    expect(subjects(gone)).toEqual([]);
  });
});
