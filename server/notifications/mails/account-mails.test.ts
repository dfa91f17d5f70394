import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import * as accounts from '../../accounts/events.ts';
import { hashToken, newId } from '../../lib/ids.ts';
import type { EventKind } from '../../ctx/ctx.ts';
import type { EventName, EventPayloads } from '../../ctx/event-payloads.ts';
import { invited, reminded } from '../../referrals/events.ts';
import { type TestApp } from '#test/api/app.ts';
import type { TestPerson } from '#test/api/people.ts';
import { sendMail } from '../jobs.ts';
import { remind } from '../remind.ts';
import { headerOf, type Received, test as base } from '#test/rooms/mails.ts';

/** The address behind a mail's button, which HTML and text share. */
function linkIn({ text = '', html = '' }: Received): URL {
  const [link = ''] = text.match(/^https?:\S+$/m) ?? [];
  expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  return new URL(link);
}
const test = base
  .extend('options', { scope: 'file' }, ({ mailServer }) => ({
    env: {
      ...mailServer.env,
      STUDIO_URL: 'https://studio.example',
      PARTNERS_URL: 'https://partners.example',
      OPERATOR_URL: 'https://operator.example',
    },
  }))
  .extend('person', ({ app }) =>
    app.people.make('client', {
      name: 'Clara Client',
      password_hash: 'a hash',
      zone: 'Asia/Kolkata',
    }),
  )
  .extend(
    'raise',
    { scope: 'file' },
    ({ app, studio }) =>
      async <N extends EventName>(kind: EventKind<N>, payload: EventPayloads[N]): Promise<void> => {
        await studio.inTx((tx) => app.queues.emit(tx, kind, payload));
        await app.queues.drain();
      },
  )
  .extend('only', ({ inbox }) => (to: string): Received => {
    const mails = inbox.take(to);
    expect(mails).toHaveLength(1);
    return mails[0] as Received;
  })
  .extend(
    'tokensOf',
    { scope: 'file' },
    ({ app }) =>
      ({ id }: TestPerson) =>
        app.db.selectFrom('one_time_tokens').selectAll().where('person_id', '=', id).execute(),
  )
  .extend('look', { scope: 'file' }, ({ app }) => async (): Promise<void> => {
    await remind.run(app.ctx(), {});
    await app.queues.drain();
  })
  .extend(
    'subjects',
    ({ inbox }) =>
      ({ email }: TestPerson) =>
        inbox.take(email).map(({ subject }) => subject ?? ''),
  );

describe('links with a secret', () => {
  test.for([
    ['client', 'https://studio.example'],
    ['managed', 'https://studio.example'],
    ['partner', 'https://partners.example'],
    ['operator', 'https://operator.example'],
  ] as const)(
    'a reset link of a %s leads to %s and is made when it is sent',
    async ([role, origin], { app, studio, only, tokensOf }) => {
      const reader = await app.people.make(role, { password_hash: 'a hash' });
      await studio.inTx((tx) =>
        app.queues.emit(tx, accounts.passwordResetRequested, { person_id: reader.id }),
      );
      expect(await tokensOf(reader)).toEqual([]);
      await app.queues.drain();
      const mail = only(reader.email);
      expect(mail.subject).toBe('Choose a new password for Talkback');
      const link = linkIn(mail);
      expect(link.origin).toBe(origin);
      const token = /^\/password\/validate\/([\w-]+)$/.exec(link.pathname)?.[1] ?? '';
      expect(await tokensOf(reader)).toMatchObject([{ purpose: 'reset_password', hash: hashToken(token) }]);
      expect(headerOf(mail, 'List-Unsubscribe')).toBeUndefined();
      expect(mail.text).not.toContain('/unsubscribe');
      const { rows } = await sql<{ data: object }>`select data from jobs.job`.execute(app.db);
      expect(JSON.stringify(rows)).not.toContain(token);
    },
  );

  test('a sign-in link goes on to where the person wanted to go', async ({
    person,
    raise,
    only,
    tokensOf,
  }) => {
    await raise(accounts.loginLinkRequested, { person_id: person.id, next: '/sessions?tab=past#x' });
    const mail = only(person.email);
    expect(mail.text).toContain('works once, for 15 minutes');
    const { pathname, searchParams } = linkIn(mail);
    expect([pathname, searchParams.get('next')]).toEqual(['/enter', '/sessions?tab=past#x']);
    expect(await tokensOf(person)).toMatchObject([
      { purpose: 'sign_in', hash: hashToken(searchParams.get('link') ?? '') },
    ]);
  });

  test('a link that proves an address leads back to what is held, and is for that', async ({
    person,
    raise,
    only,
    tokensOf,
  }) => {
    await raise(accounts.verificationRequested, {
      person_id: person.id,
      next: '/explore/joao?hold=7&step=review',
    });
    const mail = only(person.email);
    expect(mail.subject).toBe('Confirm your email to book your first session');
    const { pathname, searchParams } = linkIn(mail);
    expect([pathname, searchParams.get('for'), searchParams.get('next')]).toEqual([
      '/enter',
      'email',
      '/explore/joao?hold=7&step=review',
    ]);
    expect(await tokensOf(person)).toMatchObject([
      { purpose: 'sign_in', hash: hashToken(searchParams.get('link') ?? '') },
    ]);
  });

  test.for(['partner', 'managed', 'operator'] as const)(
    'a new %s chooses a password within a week',
    async (role, { app, raise, only, tokensOf }) => {
      const made = await app.people.make(role);
      await raise(accounts.invitedToStudio, { person_id: made.id });
      const mail = only(made.email);
      expect(mail.subject).toBe('Your account at Talkback: choose a password');
      expect(linkIn(mail).pathname).toMatch(/^\/password\/validate\/[\w-]{40,}$/);
      const [token] = await tokensOf(made);
      expect(token?.expires_at.since(app.clock.now()).total('hours')).toBe(7 * 24);
    },
  );

  test('sixteen at once send one mail, whose link works', async ({
    app,
    inbox,
    person,
    raise,
    only,
    tokensOf,
  }) => {
    inbox.state.refuses = true;
    await expect(raise(accounts.passwordResetRequested, { person_id: person.id })).rejects.toThrow('451');
    inbox.state.refuses = false;
    const { rows } = await sql<{ data: Parameters<typeof sendMail.run>[1] }>`
      select data from jobs.job where name = ${sendMail.name} and data ->> 'about' = ${person.id}`.execute(
      app.db,
    );
    const data = rows[0]?.data;
    if (data === undefined) throw new Error('no mail was put on');
    await Promise.allSettled(Array.from({ length: 16 }, () => sendMail.run(app.ctx(), data)));
    const token = linkIn(only(person.email)).pathname.split('/').at(-1) ?? '';
    expect(await tokensOf(person)).toMatchObject([{ hash: hashToken(token) }]);
  });
});

describe('an account that signs in elsewhere', () => {
  test('is told how it does instead of getting a link', async ({ app, raise, only, tokensOf }) => {
    const social = await app.people.make('client');
    const now = app.clock.now();
    await app.db
      .insertInto('identities')
      .values({ provider: 'google', subject: newId(), person_id: social.id, created_at: now })
      .execute();
    await raise(accounts.passwordResetRequested, { person_id: social.id });
    const mail = only(social.email);
    expect(mail.subject).toBe('How you sign in to Talkback');
    expect(mail.text).toContain('Your account signs in with Google, so it has no password here.');
    expect(linkIn(mail).href).toBe('https://studio.example/login');
    expect(await tokensOf(social)).toEqual([]);
  });

  test('one that was invited and never chose a password gets a link', async ({ app, raise, only }) => {
    const partner = await app.people.make('partner');
    await raise(accounts.passwordResetRequested, { person_id: partner.id });
    expect(linkIn(only(partner.email)).pathname).toMatch(/^\/password\/validate\//);
  });
});

describe('coming in', () => {
  test('welcome', async ({ person, raise, only }) => {
    await raise(accounts.signedUp, { person_id: person.id });
    const mail = only(person.email);
    expect(mail.subject).toBe('Welcome to Talkback');
    expect(mail.text).toContain('Hi Clara Client,');
    expect(linkIn(mail).href).toBe('https://studio.example/explore');
  });

  test('on the waiting list, and let in', async ({ app, person, raise, only }) => {
    await app.db.updateTable('people').set({ waitlisted: true }).where('id', '=', person.id).execute();
    await raise(accounts.signedUp, { person_id: person.id });
    expect(only(person.email).subject).toBe('You are on the waiting list of Talkback');
    await app.db.updateTable('people').set({ waitlisted: false }).where('id', '=', person.id).execute();
    await raise(accounts.admitted, { person_id: person.id });
    const mail = only(person.email);
    expect(mail.subject).toBe('There is a place for you at Talkback');
    expect(linkIn(mail).href).toBe('https://studio.example/login');
  });

  test('whoever is gone by then gets nothing', async ({ inbox, raise }) => {
    await raise(accounts.signedUp, { person_id: newId() });
    expect(inbox.mails.map(({ subject }) => subject)).toEqual([]);
  });
});

test('a changed password is told to its owner, whatever they switched off, in their zone', async ({
  app,
  person,
  raise,
  only,
}) => {
  const off = { booking: false, cancellation: false, files: false, marketing: false };
  await app.db
    .insertInto('notification_settings')
    .values({ person_id: person.id, ...off, updated_at: app.clock.now() })
    .execute();
  await raise(accounts.passwordChanged, { person_id: person.id });
  const mail = only(person.email);
  expect(mail.subject).toBe('Your password for Talkback was changed');
  for (const words of [mail.text, mail.html])
    expect(words).toContain('Sat 21 Nov 26 at 17:30, Kolkata (UTC+5:30)');
  expect(linkIn(mail).href).toBe('https://studio.example/reset-password');
});

test.for([
  ['set-up', 'An authenticator app was set up'],
  ['removed', 'Your second factor was removed'],
  ['app-added', 'An authenticator app was added to your account'],
  ['app-removed', 'An authenticator app was removed from your account'],
  ['passkey-added', 'A passkey was added to your account'],
  ['passkey-removed', 'A passkey was removed from your account'],
  ['reset', 'Your second factor was reset by the studio'],
  ['codes-renewed', 'Your recovery codes were renewed'],
] as const)(
  'a second factor that was changed (%s) is told to its owner',
  async ([change, words], { app, raise, only }) => {
    const operator = await app.people.make('operator', { zone: 'Asia/Kolkata' });
    await raise(accounts.secondFactorChanged, { person_id: operator.id, change });
    const mail = only(operator.email);
    expect(mail.subject).toBe(`${words} for Talkback`);
    expect(mail.text).toContain(`${words} on Sat 21 Nov 26 at 17:30, Kolkata (UTC+5:30).`);
    expect(linkIn(mail).href).toBe('https://operator.example/reset-password');
  },
);

describe('an invitation', () => {
  let invitation: { id: string; email: string; code: string };
  test.beforeEach(async ({ app, person }) => {
    const now = app.clock.now();
    invitation = { id: newId(), email: `friend-${newId()}@test.test`, code: newId() };
    await app.db
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

  test('and its reminder lead to the welcome page with all that it reads; they can be refused', async ({
    app,
    raise,
    only,
  }) => {
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
    expect(first.text).toContain('Your first credit is on us.');
    expect(first.text).toContain('The invitation is open through December 20, 2026, wherever you are.');
    expect(headerOf(first, 'List-Unsubscribe')).toMatch(/group=invitations>$/);
    expect(headerOf(first, 'List-Unsubscribe')).not.toContain(invitation.code);
    await raise(reminded, { invitation_id: invitation.id, at: app.clock.now().toString() });
    expect(only(invitation.email).subject).toBe('Clara Client would still like to see you at Talkback');
  });

  test.for([
    [
      'refused',
      (api: TestApp, email: string) =>
        api.db.insertInto('declined_addresses').values({ email, at: api.clock.now() }),
    ],
    [
      'accepted',
      (api: TestApp, email: string) =>
        api.db
          .updateTable('invitations')
          .set({ status: 'accepted-signup', accepted_at: api.clock.now() })
          .where('email', '=', email),
    ],
    [
      'expired',
      (api: TestApp, email: string) =>
        api.db.updateTable('invitations').set({ expires_at: api.clock.now() }).where('email', '=', email),
    ],
  ] as const)('that is %s is not mailed', async ([, change], { app, inbox, raise }) => {
    await change(app, invitation.email).execute();
    await raise(invited, { invitation_id: invitation.id });
    expect(inbox.mails.map(({ subject }) => subject)).toEqual([]);
  });

  test('to somebody who has an account by then is not mailed', async ({ app, inbox, raise }) => {
    await app.people.make('client', { email: invitation.email.toUpperCase() });
    await raise(invited, { invitation_id: invitation.id });
    expect(inbox.mails.map(({ subject }) => subject)).toEqual([]);
  });

  test.for([
    ['Win at https://evil.test/now', 'Win at httpsevil. testnow'],
    ['<a href="//evil.test">me</a>', 'a href="evil. test"mea'],
    ['  \r\n ', 'Somebody'],
    ['me@evil.test', 'meevil. test'],
    [`Ada ${'x'.repeat(200)}`, `Ada ${'x'.repeat(35)}…`],
  ] as const)(
    'from %j says nothing that becomes a link',
    async ([name, shown], { app, person, raise, only }) => {
      await app.db.updateTable('people').set({ name }).where('id', '=', person.id).execute();
      await raise(invited, { invitation_id: invitation.id });
      const mail = only(invitation.email);
      expect(mail.subject).toBe(`${shown} invites you to Talkback`);
      expect(mail.html).not.toMatch(/evil\.test/);
    },
  );
});

describe("a trial's end", () => {
  test('is announced 3 days before, once; not when it is no trial any more', async ({
    app,
    studio,
    look,
    subjects,
  }) => {
    const ends = app.clock.now().add({ hours: 10 * 24 });
    const [one, gone] = [
      await studio.makeClient({ status: 'trial' }),
      await studio.makeClient({ status: 'trial' }),
    ];
    for (const { id } of [one, gone])
      await app.db
        .updateTable('memberships')
        .set({ trial_ends_at: ends })
        .where('person_id', '=', id)
        .execute();
    app.clock.instant = ends.subtract({ hours: 73 });
    await look();
    expect(subjects(one)).toEqual([]);
    app.clock.instant = ends.subtract({ hours: 72 });
    await remind.run(app.ctx(), {});
    await app.db
      .updateTable('memberships')
      .set({ status: 'subscriber' })
      .where('person_id', '=', gone.id)
      .execute();
    await look();
    expect(subjects(one)).toEqual([expect.stringMatching(/^Your trial ends on /)]);
    expect(subjects(gone)).toEqual([]);
  });
});
