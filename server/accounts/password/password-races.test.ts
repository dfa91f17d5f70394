import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { redeemTicket, loginByLink, login } from '#shared/accounts/contract.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { cookieIn, linkFor, PARTNERS } from '#test/rooms/accounts.ts';
import { inTx } from '#test/rooms/referrals.ts';
import { lockPerson, replacePassword } from '../steps.ts';
import { test as base } from '#test/api/test.ts';

const OLD = 'the old one';

const test = base
  .extend('old', { scope: 'file' }, () => hashPassword(OLD))
  .extend('other', { scope: 'file' }, () => hashPassword('twelve tones'))
  .extend('person', { scope: 'file' }, ({ app, old }) => app.people.make('partner', { password_hash: old }))
  .extend(
    'signIn',
    { scope: 'file' },
    ({ app, person }) =>
      (headers: Record<string, string>) =>
        app.call(login, { body: { user: { email: person.email, password: OLD } }, headers }),
  )
  .extend('waiting', { scope: 'file' }, ({ app }) => async (count: number): Promise<void> => {
    await expect
      .poll(async () => {
        const { rows } = await sql<{ waiting: number }>`
        select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
        return rows[0]?.waiting;
      })
      .toBe(count);
  })
  /** Ways to sign in with what was known before. */
  .extend('ways', { scope: 'file' }, ({ app, person, signIn }) => ({
    'the old password': async () => () => signIn(PARTNERS),
    'a ticket': async () => {
      const answer = await signIn({});
      const ticket = new URL(answer.body.redirect ?? '').searchParams.get('ticket') ?? '';
      return () =>
        app.call(redeemTicket, { body: { ticket }, headers: { ...PARTNERS, cookie: cookieIn(answer) } });
    },
    'a mailed link': async () => {
      const token = await linkFor(app, person.id, 'sign_in');
      return () => app.call(loginByLink, { body: { token }, headers: PARTNERS });
    },
  }));

describe('a sign-in during a password change does not survive it', () => {
  test.for(['the old password', 'a ticket', 'a mailed link'] as const)(
    'by %s',
    async (way, { app, old, other, person, waiting, ways }) => {
      await app.db.updateTable('people').set({ password_hash: old }).where('id', '=', person.id).execute();
      const come = await ways[way]();
      let late: ReturnType<typeof come> | undefined;
      await inTx(app, async (tx) => {
        await lockPerson(tx, person.id);
        late = come();
        await waiting(1);
        await replacePassword(tx, { events: app.queues }, { personId: person.id, hash: other, keep: null });
      });
      const answer = await late;
      expect(answer?.status).toBeGreaterThanOrEqual(400);
      expect(answer?.headers['set-cookie']).toBeUndefined();
      const left = app.db.selectFrom('login_sessions').select('id').where('person_id', '=', person.id);
      expect(await left.execute()).toEqual([]);
    },
  );
});
