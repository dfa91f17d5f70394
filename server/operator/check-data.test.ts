import { sql, type RawBuilder } from 'kysely';
import pino from 'pino';
import { Writable } from 'node:stream';
import { describe, expect } from 'vitest';
import { makeDemo } from '#demo/make.ts';
import { getDataCheck, startDataCheck } from '#shared/operator/contract.ts';
import { findViolation } from '../db/invariants.ts';
import { newId } from '../lib/ids.ts';
import { checkEachNight } from './jobs.ts';
import { checkData, INVARIANTS } from './check-data.ts';
import { openQuickRecorder } from '#test/rooms/recorder.ts';
import { test as base } from '#test/api/test.ts';
import { NO_PAYMENTS } from '../ctx/payments.ts';

const logged: string[] = [];

const lines = new Writable({
  write(line: Buffer, _encoding, done) {
    logged.push(line.toString());
    done();
  },
});
const someSession = sql`(select id from sessions where phase = 'booked' and price > 0 order by id limit 1)`;

const ENTRIES_UNGUARDED = sql`alter table credit_entries disable trigger user`;

/** An entry of some lot that no rule wrote. */
const entry = (reason: string, delta: number) => sql`
  insert into credit_entries (id, lot_id, delta, reason, at, cause)
    select ${newId()}, id, ${delta}, ${reason}, granted_at, 'broken' from credit_lots order by id limit 1`;

/** A payment of a second subscription, and the lot that it must not have. */
const payment = newId();
const lot = newId();
const PAID = [
  sql`insert into billing_prices (provider, mode, price_id, product_id, kind, offer_id, name, unit_cents, credits,
      tier, is_annual, has_rollover, concurrency, made_at)
    values ('stripe', 'test', 'price', 'product', 'plan', 'broken', 'Plan', 900, 5, 1, false, true, 30, '2026-11-01T10:00Z')`,
  sql`insert into billing_payments (id, person_id, provider, mode, provider_id, kind, price_id, quantity,
      subscription_id, currency, total_cents, net_cents, paid_at)
    select ${payment}, id, 'stripe', 'test', 'paid', 'plan', 'price', 1, 'sub', 'usd', 900, 900, created_at
    from people order by id limit 1`,
];
const GRANTED = [
  ...PAID,
  sql`insert into credit_lots (id, person_id, source, amount, granted_at, grant_key, payment_id)
    select ${lot}, person_id, 'plan', 5, paid_at, 'plan:broken', id from billing_payments`,
];

/** Somebody who waits for a musician. */
const WAITING = [
  sql`insert into waiting (id, person_id, musician_id, service_id, days, from_time, to_time, zone, created_at)
    select ${newId()}, s.client_id, s.musician_id, s.service_id, 1, '10:00', '12:00', 'UTC', s.created_at
    from sessions s order by s.id limit 1`,
];

/** An account that is erased by its mark alone. */
const ERASED = [
  sql`update people set erased_at = created_at where id = (select id from people where role = 'client' order by id limit 1)`,
];

/** How each invariant is broken: by the owner of the tables, with what guards it switched off. */
const BROKEN: Readonly<Record<string, readonly RawBuilder<unknown>[]>> = {
  'Every constraint and every index of the database is in force.': [
    sql`alter table people add constraint unchecked check (name <> 'Ada Lovelace') not valid`,
  ],
  'Every trigger of the database is on.': [
    sql`alter table credit_entries disable trigger credit_entries_move`,
  ],
  'An answer that is stored for repeated calls is whole.': [
    sql`insert into idempotency (actor_id, key, endpoint, request_hash, created_at)
      select id, 'half', 'POST /', '', created_at from people limit 1`,
  ],
  'No sample that is kept is to be deleted, and no musician has more than twelve.': [
    sql`insert into doomed_objects select key, created_at from musician_samples where state = 'kept' limit 1`,
  ],
  'A login session is on the front of its role.': [sql`update login_sessions set front = 'partners'`],
  'Every operator who is signed in has a second factor.': [
    sql`insert into login_sessions (token_hash, person_id, front, created_at, seen_at, expires_at)
      select 'token', id, 'operator', created_at, created_at, created_at from people where role = 'operator' limit 1`,
  ],
  'What is marked as paid to a musician is what the closed month says, once.': [
    sql`alter table month_payments drop constraint month_payments_closed`,
    sql`insert into month_payments (id, musician_id, month, amount_cents, paid_on, reference, marked_at, marked_by)
      select ${newId()}, id, '2020-01-01', 1, '2020-02-01', 'broken', created_at, id from people where role = 'partner' limit 1`,
  ],
  'Nothing personal of an erased account is left.': ERASED,
  'An account is erased exactly when its deletion is done.': ERASED,
  'As many musicians are counted on Explore as are shown there.': [
    sql`insert into shown_musicians (change) values (1)`,
  ],
  'Whoever is on Explore has the role of a musician.': [
    sql`update people set role = 'client' where id = (select person_id from musicians where visible limit 1)`,
  ],
  'What remains of credits is the sum of their ledger entries.': [
    sql`alter table credit_lots disable trigger user`,
    sql`update credit_lots set remaining = remaining - 1
      where id = (select id from credit_lots where remaining > 0 limit 1)`,
  ],
  'Credits are granted once, with their whole amount.': [
    sql`update credit_lots set amount = amount + 1 where id = (select id from credit_lots limit 1)`,
  ],
  'A grant, a refund and a return add credits; all other entries take some.': [
    sql`alter table credit_entries disable trigger user`,
    sql`update credit_entries set delta = -delta where id = (select id from credit_entries where reason = 'spend' limit 1)`,
  ],
  'What leaves plan credits for the bank arrives there.': [ENTRIES_UNGUARDED, entry('rollover', -1)],
  'A lot gets back no more than was withdrawn from it.': [ENTRIES_UNGUARDED, entry('return', 1)],
  'Every payment and subscription at a provider has a price that the studio knows.': [
    sql`insert into billing_unknown select 'stripe', 'test', 'paid', id, 'price', 0, created_at from people limit 1`,
  ],
  'Credits that were paid for name their payment, of the same person.': [
    sql`update credit_lots set grant_key = 'payment:stripe:test:lost'
      where id = (select id from credit_lots order by id limit 1)`,
  ],
  'Every payment has granted what its price gives, once for each period.': PAID,
  'A second subscription, which is paid back, grants nothing once it is known as one.': [
    ...GRANTED,
    sql`insert into billing_customers (provider, mode, customer_id, person_id, created_at)
      select provider, mode, 'customer', person_id, paid_at from billing_payments`,
    sql`insert into billing_subscriptions (provider, mode, subscription_id, customer_id, person_id, status, is_live,
        is_second, item_id, price_id, created_at, period_start, period_end, cancel_at_period_end, synced_at)
      select provider, mode, subscription_id, 'customer', person_id, 'active', false, true, 'item', price_id, paid_at,
        paid_at, paid_at, false, paid_at from billing_payments`,
  ],
  'No more credits are withdrawn for a payment than it granted.': [
    ...GRANTED,
    ENTRIES_UNGUARDED,
    sql`insert into credit_entries (id, lot_id, delta, reason, at, payment_id)
      select ${newId()}, ${lot}, -6, 'withdrawal', paid_at, id from billing_payments`,
  ],
  'A membership names the one live subscription of its person, and a live subscription its membership.': [
    sql`update memberships set subscription_id = 'lost' where person_id = (select person_id from memberships limit 1)`,
  ],
  'No more credits come back from a session than it took.': [
    sql`alter table credit_entries disable trigger user`,
    sql`insert into credit_entries (id, lot_id, delta, reason, session_id, at)
      select ${newId()}, lot_id, 1 - delta, 'refund', session_id, at from credit_entries
      where session_id = ${someSession} and reason = 'spend' limit 1`,
  ],
  'A booked session cost its price; a cancelled one its price, nothing or credits that came back before; a hold nothing.':
    [sql`update sessions set price = price + 1 where id = ${someSession}`],
  "A session is paid with its own client's credits.": [
    sql`alter table credit_lots disable trigger user`,
    sql`update credit_lots set person_id = (select id from people where role = 'partner' limit 1)`,
  ],
  'A session that stands has its slots claimed, exactly.': [
    sql`delete from slot_claims where session_id = ${someSession}`,
  ],
  'A cancelled session claims no slot.': [
    sql`insert into slot_claims (slot_id, session_id, musician_id, during)
      select t.id, s.id, t.musician_id, t.during from slots t, sessions s
      where s.phase = 'cancelled' and not exists (
        select from slot_claims c where c.musician_id = t.musician_id and c.during && t.during)
      order by t.id, s.id limit 1`,
  ],
  'Every change of status is one that the status table allows, by somebody who may make it.': [
    sql`alter table session_events disable trigger user`,
    sql`update session_events set event = 'close' where event = 'approve'`,
  ],
  "A session's record is one chain from its hold to its status.": [
    sql`delete from session_events where session_id = ${someSession}`,
  ],
  "A musician's stars are those of the ratings.": [
    sql`update musicians set rating_count = rating_count + 1, rating_sum = rating_sum + 5
      where person_id = (select person_id from musicians limit 1)`,
  ],
  'Every confirmed session has its conversation.': [
    sql`delete from threads where session_id = ${someSession}`,
  ],
  'A message is from one of the two sides of its session.': [
    sql`update messages set author_id = ${sql`(select id from people where role = 'operator' limit 1)`}
      where id = (select id from messages limit 1)`,
  ],
  'What a musician has not read is marked.': [sql`delete from thread_reads`, sql`delete from unread_threads`],
  'No file that is listed is still an upload, or to be deleted.': [
    sql`insert into doomed_objects (key, doomed_at) select key, last_modified from files limit 1`,
  ],
  'A file belongs to a session that was confirmed.': [
    sql`update sessions set phase = 'hold', status = 'prebooked', booked_at = null, held_until = starts_at
      where id = (select session_id from files limit 1)`,
  ],
  'An open offer has its time claimed, exactly, and one that has ended claims nothing.': [
    ...WAITING,
    sql`insert into waiting_offers (id, waiting_id, starts_at, ends_at, offered_at, expires_at)
      select ${newId()}, id, created_at, created_at + interval '1 hour', created_at, created_at + interval '1 hour'
      from waiting limit 1`,
  ],
  'Only who still waits has an open offer.': [
    ...WAITING,
    sql`insert into waiting_offers (id, waiting_id, starts_at, ends_at, offered_at, expires_at)
      select ${newId()}, id, created_at, created_at + interval '1 hour', created_at, created_at + interval '1 hour'
      from waiting limit 1`,
    sql`update waiting set ended = 'left', ended_at = created_at`,
  ],
  'The line of a musician for whom somebody waits is looked at.': [
    ...WAITING,
    sql`update musicians set line_due_at = null`,
  ],
  'A reward that was delivered was granted to both, and no other was.': [
    sql`insert into invitations (id, inviter_id, email, code, status, created_at, expires_at, accepted_at)
      select ${newId()}, id, 'bob@test.test', 'a-code-of-sixteen-or-more', 'reward-delivered', created_at, created_at, created_at
      from people limit 1`,
  ],
  'No mail was sent twice to the same address.': [
    sql`insert into email_log (event_id, recipient, template, sent_at) values
      (${'01900000-0000-7000-8000-000000000001'}, 'ada@test.test', 'booked', '2026-11-01T10:00Z'),
      (${'01900000-0000-7000-8000-000000000001'}, 'Ada@test.test', 'booked', '2026-11-01T10:01Z')`,
  ],
};

class Undo extends Error {}

const test = base
  .extend('options', { scope: 'file' }, () => ({ log: pino({ level: 'error' }, lines) }))
  /** An operator of the demo studio. */
  .extend('operator', { scope: 'file', auto: true }, async ({ app }) => {
    const { db, storage, now, settings, log } = app.ctx();
    const fixed = {
      payments: NO_PAYMENTS,
      passwordHash: 'none',
      progress: () => {},
      openRecorder: openQuickRecorder,
    };
    await makeDemo({ db, now, storage, settings, log, ...fixed });
    return app.people.make('operator');
  });

test('the demo studio is in order', async ({ app }) => {
  expect((await checkData(app.ctx())).breaches).toEqual([]);
  expect(logged).toEqual([]);
});

describe('what does not hold is found', () => {
  test.for(INVARIANTS.map((invariant) => [invariant.holds, invariant] as const))(
    '%s',
    async ([holds, invariant], { app }) => {
      const statements = BROKEN[holds] ?? [];
      expect(statements, 'a way to break it').not.toEqual([]);
      const broken = app.db.transaction().execute(async (tx) => {
        for (const statement of statements) await statement.execute(tx);
        const breach = await findViolation(tx, invariant);
        expect(breach?.count).toBeGreaterThan(0);
        expect(breach?.ids.length).toBeGreaterThan(0);
        throw new Undo();
      });
      await expect(broken).rejects.toThrow(Undo);
      expect(await findViolation(app.db, invariant)).toBe(null);
    },
  );

  test('files: bytes that are lost or cut off, and bytes that nobody knows, once they are old', async ({
    app,
  }) => {
    const { storage } = app.ctx();
    const [lost, cut, other] = await app.db
      .selectFrom('files')
      .select(['id', 'key', 'size'])
      .orderBy('id')
      .limit(3)
      .execute();
    if (lost === undefined || cut === undefined || other === undefined)
      throw new Error('a demo without files');
    await storage.delete([lost.key, cut.key, other.key]);
    await storage.put(other.key, Buffer.alloc(other.size), other.size, 'audio/wav');
    await storage.put(cut.key, Buffer.from('cut off'), 7, 'audio/wav');
    await storage.put('sessions/1/user/unknown', Buffer.from('?'), 1, 'audio/wav');
    const listed = 'Every file that is listed is in storage, with its size and the bytes that came.';
    const known = 'Everything in storage is a listed file, an upload, or to be deleted.';
    const first = await checkData(app.ctx());
    expect(first.breaches.map(({ invariant, ids }) => [invariant, ids.toSorted()])).toEqual([
      [listed, [lost.id, cut.id, other.id].toSorted()],
    ]);
    expect(logged).toEqual([expect.stringContaining(lost.id)]);
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 50, invariant: listed, count: 3 });

    app.clock.add({ hours: 24 * 7 + 1 });
    const later = await checkData(app.ctx());
    expect(later.breaches.map(({ invariant, ids }) => [invariant, ids.length])).toEqual([
      [listed, 3],
      [known, 1],
    ]);
    expect(later.breaches[1]?.ids).toEqual(['sessions/1/user/unknown']);
  });
});

test("the operator's page: the last result, and a check when asked, at most one a minute", async ({
  app,
  operator: person,
}) => {
  // The clock has moved since the first login.
  const operator = await app.people.signIn(person);
  const shown = await app.call(getDataCheck, {}, operator);
  expect(shown.body.check?.breaches).toHaveLength(2);
  expect(shown.body.check?.checked_at).toBe(app.clock.now().toString());
  expect((await app.call(startDataCheck, {}, operator)).problem).toMatchObject({ code: 'checked_just_now' });
  app.clock.add({ minutes: 1 });
  expect((await app.call(startDataCheck, {}, operator)).status).toBe(200);
  expect((await app.call(startDataCheck, {}, operator)).status).toBe(200);
  expect(await app.queues.drain((queue) => queue === checkEachNight.name)).toBe(1);
  expect((await app.call(getDataCheck, {}, operator)).body.check?.checked_at).toBe(
    app.clock.now().toString(),
  );
});
