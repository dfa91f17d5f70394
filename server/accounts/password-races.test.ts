import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enter, enterByLink, login } from '../../shared/accounts/contract.ts';
import { hashPassword } from '../lib/passwords.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { cookieIn, linkFor, PARTNERS } from '../test/door.ts';
import type { TestPerson } from '../test/people.ts';
import { inTx } from '../test/referrals.ts';
import { lockPerson, putPassword } from './steps.ts';

const OLD = 'the old one';

let api: TestApp;
let old: string;
let other: string;
let person: TestPerson;
beforeAll(async () => {
  api = await testApp();
  old = await hashPassword(OLD);
  other = await hashPassword('twelve tones');
  person = await api.people.make('partner', { password_hash: old });
});
afterAll(() => api.close());

const signIn = (headers: Record<string, string>) =>
  api.call(login, { body: { user: { email: person.email, password: OLD } }, headers });

async function waiting(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
      return rows[0]?.waiting;
    })
    .toBe(count);
}

/** What lets somebody in who knows the password, a ticket or a link of before. */
const WAYS = {
  'the old password': async () => () => signIn(PARTNERS),
  'a ticket': async () => {
    const answer = await signIn({});
    const ticket = new URL(answer.body.redirect ?? '').searchParams.get('ticket') ?? '';
    return () => api.call(enter, { body: { ticket }, headers: { ...PARTNERS, cookie: cookieIn(answer) } });
  },
  'a mailed link': async () => {
    const token = await linkFor(api, person.id, 'sign_in');
    return () => api.call(enterByLink, { body: { token }, headers: PARTNERS });
  },
};

describe('who comes in while the password is being changed does not outlast it', () => {
  test.each(Object.entries(WAYS))('by %s', async (_, prepare) => {
    await api.db.updateTable('people').set({ password_hash: old }).where('id', '=', person.id).execute();
    const come = await prepare();
    let late: ReturnType<typeof come> | undefined;
    await inTx(api, async (tx) => {
      await lockPerson(tx, person.id);
      late = come();
      await waiting(1);
      await putPassword(tx, { events: api.app.queues }, { personId: person.id, hash: other, keep: null });
    });
    const answer = await late;
    expect(answer?.status).toBeGreaterThanOrEqual(400);
    expect(answer?.headers['set-cookie']).toBeUndefined();
    const left = api.db.selectFrom('login_sessions').select('id').where('person_id', '=', person.id);
    expect(await left.execute()).toEqual([]);
  });
});
