import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, vi } from 'vitest';
import { login } from '#shared/accounts/contract.ts';
import { DEFAULT_SERVICES } from '#shared/catalogue/defaults.ts';
import { getStatement } from '#shared/credits/contract.ts';
import { listPartners } from '#shared/explore/contract.ts';
import { getHowItWorks, getPricing } from '#shared/content/contract-documents.ts';
import { listFiles } from '#shared/files/contract.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import { listMessages } from '#shared/messages/contract.ts';
import { getSession, listSessions } from '#shared/sessions/contract.ts';
import { balance } from '#server/credits/service.ts';
import { ensureDemoPassword } from '#server/start/demo-password.ts';
import { cookieName } from '#server/http/cookie.ts';
import { hashToken, newToken } from '#server/lib/ids.ts';
import { testApp, type TestApp } from '#test/api/app.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/api/test.ts';
import { openQuickRecorder } from '#test/rooms/recorder.ts';
import { makeDemo, type DemoDeps } from './make.ts';
import { NO_PAYMENTS } from '#server/ctx/payments.ts';

const STATUSES = [
  'cancelled',
  'client_files_pending_review',
  'client_files_update_required',
  'client_files_upload_required',
  'partner_deliverables_ready',
  'partner_ready_to_go',
  'partner_upload_required',
];
const SIGN_INS: readonly (readonly [string, Role])[] = [
  ['client@demo.test', 'client'],
  ['client2@demo.test', 'client'],
  ['trial@demo.test', 'client'],
  ['ondemand@demo.test', 'client'],
  ['cancelled@demo.test', 'client'],
  ['annual@demo.test', 'client'],
  ['signup@demo.test', 'client'],
  ['legacy@demo.test', 'client'],
  ['managed@demo.test', 'managed'],
  ['partner@demo.test', 'partner'],
  ['partner2@demo.test', 'partner'],
  ['operator@demo.test', 'operator'],
];

/** Files of a session by status; a delivered one may have been closed without files. */
const FILES: Readonly<Record<string, unknown>> = {
  client_files_upload_required: { user: 0, output: 0 },
  client_files_pending_review: { user: 4, output: 0 },
  client_files_update_required: { user: 4, output: 0 },
  partner_ready_to_go: { user: 4, output: 0 },
  partner_upload_required: { user: 4, output: 0 },
  cancelled: { user: 0, output: 0 },
};

const make = async (api: TestApp, { now = api.clock.now(), ...more }: Partial<DemoDeps> = {}) => {
  const { db, storage, settings, log } = api.ctx();
  const passwordHash = (await ensureDemoPassword(db, settings))?.hash ?? '';
  return makeDemo({
    db,
    now,
    storage,
    payments: NO_PAYMENTS,
    settings,
    log,
    passwordHash,
    progress: () => {},
    ...more,
  });
};
const TABLES = ['people', 'musicians', 'slots', 'sessions', 'files', 'credit_entries', 'messages'] as const;
const countAll = (api: TestApp) =>
  Promise.all(
    TABLES.map(async (table) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
        api.db,
      );
      return `${table} ${rows[0]?.n}`;
    }),
  );
const signIn = async (api: TestApp, email: string): Promise<TestPerson> => {
  const { id, role } = await api.db
    .selectFrom('people')
    .select(['id', 'role'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const front = role === 'partner' ? 'partners' : 'studio';
  const token = newToken();
  const now = api.clock.now();
  const dates = { created_at: now, seen_at: now, expires_at: now.add({ hours: 24 }) };
  await api.db
    .insertInto('login_sessions')
    .values({ token_hash: hashToken(token), person_id: id, front, ...dates })
    .execute();
  return { id, email, role, front, cookie: `${cookieName(front, 'http://localhost')}=${token}` };
};

const test = base
  /** Results of making the demo twice at once in the file's application. */
  .extend('results', { scope: 'file', auto: true }, ({ app }) => Promise.all([make(app), make(app)]))
  .extend(
    'rowsOf',
    { scope: 'file' },
    ({ app }) =>
      async <T>(query: ReturnType<typeof sql<T>>) =>
        (await query.execute(app.db)).rows,
  );

describe('the demo studio', () => {
  test('two processes that start at once on one empty database make one', ({ results }) => {
    expect(results.filter(({ made }) => made)).toHaveLength(1);
  });

  test('every sign-in is there, in its role, with the password of this installation', async ({ app }) => {
    const people = await app.db.selectFrom('people').select(['email', 'role']).execute();
    const roles = new Map(people.map(({ email, role }) => [email, role]));
    for (const [email, role] of SIGN_INS) expect([email, roles.get(email)]).toEqual([email, role]);
    const password = (await ensureDemoPassword(app.db, app.ctx().settings))?.password ?? '';
    for (const [email, role] of SIGN_INS) {
      if (role !== 'client' && role !== 'managed') continue;
      const answer = await app.call(login, { body: { user: { email, password } } });
      expect([email, answer.status]).toEqual([email, 200]);
    }
  });

  test('everybody has a portrait of their own, which Explore shows on the cards of musicians', async ({
    app,
    rowsOf,
  }) => {
    const people = await rowsOf(
      sql<{ name: string; avatar: string | null; id: string | null; webp: Buffer | null }>`
        select p.name, p.avatar, a.id, a.webp from people p left join avatars a on a.person_id = p.id`,
    );
    for (const { name, avatar, id, webp } of people) {
      const { format, width } = await sharp(webp ?? undefined).metadata();
      expect([name, format, width]).toEqual([name, 'webp', 512]);
      expect([name, avatar]).toEqual([name, `/api/users/avatars/${id}.webp`]);
    }
    expect(new Set(people.map(({ webp }) => webp?.toString('base64'))).size).toBe(people.length);
    const client = await signIn(app, 'client@demo.test');
    const { body } = await app.call(listPartners, { query: {} }, client);
    const avatars = new Set(people.map(({ avatar }) => avatar));
    for (const { name, image_url } of body.partners)
      expect([name, avatars.has(image_url)]).toEqual([name, true]);
  });

  test('24 musicians over 10 instruments, services of every kind, 8 time zones, one of them off by half an hour', async ({
    app,
    rowsOf,
  }) => {
    const musicians = await rowsOf(
      sql<{ zone: string; slots: number; services: number }>`
        select m.zone, (select count(*) from slots s where s.musician_id = m.person_id
            and s.starts_at > ${app.clock.now()} and not s.hidden) as slots,
          (select count(*) from musician_services ms where ms.musician_id = m.person_id) as services
        from musicians m where m.visible`,
    );
    expect(musicians.length).toBeGreaterThanOrEqual(24);
    const zones = [...new Set(musicians.map(({ zone }) => zone))];
    expect(zones.length).toBeGreaterThanOrEqual(8);
    const minutes = zones.map((zone) => app.clock.now().toZonedDateTimeISO(zone).offsetNanoseconds / 60e9);
    expect(minutes.some((offset) => Math.abs(offset % 60) === 30)).toBe(true);
    // nine weeks of weekly hours, and each offers a service
    for (const { slots, services } of musicians)
      expect(Math.min(slots / 50, services)).toBeGreaterThanOrEqual(1);
    const instruments = await rowsOf(sql`select distinct instrument_id from musician_instruments`);
    expect(instruments.length).toBeGreaterThanOrEqual(10);
    const offered = await rowsOf(
      sql<{
        value: string;
      }>`select distinct s.value from services s join musician_services m on m.service_id = s.id`,
    );
    expect(offered.map(({ value }) => value).toSorted()).toEqual(
      DEFAULT_SERVICES.map(({ value }) => value).toSorted(),
    );
  });

  test.for(['client@demo.test', 'partner@demo.test'])(
    '%s sees a session in every status',
    async (email, { app }) => {
      const person = await signIn(app, email);
      const { body } = await app.call(listSessions, { query: {} }, person);
      expect([...new Set(body.sessions.map(({ status }) => status))].toSorted()).toEqual(STATUSES);
      const { upcoming, past, pending_review, upcoming_partners } = body.counts;
      const groups = person.role === 'partner' ? [pending_review, upcoming_partners, past] : [upcoming, past];
      for (const count of groups) expect(count).toBeGreaterThan(0);
    },
  );

  test('client@demo.test and client2@demo.test have at least 12 credits, in plan and bank', async ({
    app,
  }) => {
    for (const email of ['client@demo.test', 'client2@demo.test']) {
      const { id } = await signIn(app, email);
      const has = await balance(app.db, id, app.clock.now());
      expect(has.total).toBeGreaterThanOrEqual(12);
    }
  });

  test('no session comes to a limit of whole days within two hours, so that the demo stays as it was made for a while', async ({
    app,
  }) => {
    const { rows } = await sql<{ title: string; starts_at: string; ends_at: string }>`
      select t.title, s.starts_at::text, s.ends_at::text from sessions s join tracks t on t.id = s.track_id
        where s.phase = 'booked'`.execute(app.db);
    const now = app.clock.now();
    expect(rows.length).toBeGreaterThan(4);
    for (const { title, starts_at, ends_at } of rows) {
      const hours = now.until(Temporal.Instant.from(starts_at)).total('hours');
      const past = now.until(Temporal.Instant.from(ends_at)).total('hours');
      expect([title, (hours > 0 ? hours % 24 : 24 + (past % 24)) >= 2]).toEqual([title, true]);
    }
  });

  test('the ledger: what remains of a lot is the sum of its entries; a session cost its price, a refunded one nothing', async ({
    rowsOf,
  }) => {
    const wrong = await rowsOf(
      sql`select l.id from credit_lots l left join credit_entries e on e.lot_id = l.id
          group by l.id having l.remaining <> coalesce(sum(e.delta), 0) or l.remaining not between 0 and l.amount`,
    );
    expect(wrong).toEqual([]);
    const sessions = await rowsOf(
      sql<{ id: number; phase: string; price: number; paid: number }>`
        select s.id, s.phase, s.price, coalesce(-sum(e.delta), 0)::int as paid
        from sessions s left join credit_entries e on e.session_id = s.id group by s.id`,
    );
    for (const { id, phase, price, paid } of sessions)
      expect([id, paid]).toEqual([id, phase === 'cancelled' ? 0 : price]);
    expect(sessions.some(({ phase, price }) => phase === 'booked' && price > 0)).toBe(true);
  });

  test('a trial credit lasts 14 days; what is in the bank was moved there out of a plan, month by month', async ({
    app,
    rowsOf,
  }) => {
    const trials = await rowsOf(
      sql<{ days: number }>`
        select (extract(epoch from l.expires_at - e.at) / 86400)::int as days from credit_lots l
        join credit_entries e on e.lot_id = l.id and e.reason = 'grant' where l.source = 'trial'`,
    );
    expect(trials).toEqual([{ days: 14 }]);
    const unexplained = await rowsOf(
      sql`select e.id from credit_entries e join credit_lots l on l.id = e.lot_id
          where l.source = 'rollover' and e.reason = 'grant' and not exists (
            select from credit_entries out join credit_lots plan on plan.id = out.lot_id
            where plan.person_id = l.person_id and plan.source = 'plan'
              and out.reason = 'rollover' and out.at = e.at and out.delta = -e.delta)`,
    );
    expect(unexplained).toEqual([]);
    const client = await signIn(app, 'client@demo.test');
    const { body } = await app.call(getStatement, { query: {} }, client);
    const lines = body.statement.map(({ what, credits }) => `${what}: ${credits}`);
    expect(lines.filter((line) => line === 'Moved to your credits bank: -5')).toHaveLength(5);
    expect(lines.filter((line) => line === 'Plan credits: 5')).toHaveLength(6);
    expect(body.statement.every(({ balance: after }) => after >= 0)).toBe(true);
  });

  test('no credit was spent before it was given, nor by somebody who was not there yet', async ({
    rowsOf,
  }) => {
    const early = await rowsOf(
      sql`select e.id from credit_entries e join credit_lots l on l.id = e.lot_id
          join people p on p.id = l.person_id
          where e.at < l.granted_at or l.granted_at < p.created_at`,
    );
    expect(early).toEqual([]);
  });

  test("a demo person's zone becomes that of the browser they are first signed in with, once", async ({
    app,
  }) => {
    const password = (await ensureDemoPassword(app.db, app.ctx().settings))?.password ?? '';
    const user = { email: 'legacy@demo.test', password };
    const zones: string[] = [];
    for (const timezone of ['Nowhere/Land', 'America/Lima', 'Asia/Tokyo'])
      zones.push((await app.call(login, { body: { user, timezone } })).body.user.timezone);
    expect(zones).toEqual(['Europe/Paris', 'America/Lima', 'America/Lima']);
  });

  test("a client's first session is the one booked first, of those that stand", async ({ rowsOf }) => {
    const wrong = await rowsOf(
      sql`select id from (
            select id, is_first_session, phase = 'booked' and row_number() over (
              partition by client_id, phase order by booked_at, id) = 1 as first from sessions) s
          where is_first_session <> first`,
    );
    expect(wrong).toEqual([]);
  });

  test('a booked session has its slots claimed, exactly and for good; nothing else is claimed or held', async ({
    rowsOf,
  }) => {
    const sessions = await rowsOf(
      sql<{ id: number; phase: string; fits: boolean | null; claims: number }>`
        select s.id, s.phase, count(c.slot_id)::int as claims,
          min(lower(c.during)) = s.starts_at and max(upper(c.during)) = s.ends_at
            and sum(extract(epoch from upper(c.during) - lower(c.during)) / 60) = s.duration
            and bool_and(c.held_until is null and c.musician_id = s.musician_id) as fits
        from sessions s left join slot_claims c on c.session_id = s.id group by s.id`,
    );
    expect(sessions.length).toBeGreaterThan(15);
    for (const { id, phase, fits, claims } of sessions)
      expect([id, phase, fits, claims > 0]).toEqual(
        phase === 'cancelled' ? [id, phase, null, false] : [id, 'booked', true, true],
      );
  });

  test("every musician's stored next free time is what it would be computed to be", async ({
    app,
    rowsOf,
  }) => {
    const wrong = await rowsOf(
      sql`select m.slug from musicians m, musician_next_free(m.person_id, ${app.clock.now()}) as now
          where m.next_free_at is distinct from now.next_free_at
            or m.next_free_stale_at is distinct from now.stale_at or m.next_free_at is null`,
    );
    expect(wrong).toEqual([]);
  });

  test('every file is in storage with its size and checksum, and is the music its name says', async ({
    app,
    rowsOf,
  }) => {
    const files = await app.db.selectFrom('files').select(['name', 'key', 'size', 'crc32']).execute();
    expect(files.length).toBeGreaterThan(30);
    const { storage } = app.ctx();
    for (const { name, key, size, crc32 } of files) {
      expect([name, await storage.head(key)]).toMatchObject([name, { size, crc32 }]);
      const start = Buffer.concat(await (await storage.get(key, { range: { start: 0, end: 3 } })).toArray());
      const isRight = name.endsWith('.wav')
        ? start.toString() === 'RIFF'
        : start.readUInt16BE(0) >> 5 === 0x7ff;
      expect([name, isRight]).toEqual([name, true]);
    }
    expect(await rowsOf(sql`select id from uploads`)).toEqual([]);
  });

  test("a session's files say the same as its status", async ({ app, rowsOf }) => {
    const clients = SIGN_INS.filter(([, role]) => role === 'client');
    let seen = 0;
    for (const [email] of clients) {
      const person = await signIn(app, email);
      const { body } = await app.call(listSessions, { query: {} }, person);
      for (const { id, status, files } of body.sessions) {
        seen += 1;
        const list = await app.call(listFiles, { query: { session_id: id, folder: 'user' } }, person);
        expect(list.body.total).toBe(files.user);
        expect([id, status, files]).toEqual([id, status, FILES[status] ?? files]);
      }
    }
    expect(seen).toBeGreaterThan(15);
    const delivered = await rowsOf(
      sql<{
        n: number;
      }>`select (select count(*) from files f where f.session_id = s.id and f.folder = 'output') as n
          from sessions s where s.status = 'partner_deliverables_ready'`,
    );
    // some were delivered, and one was closed without files
    expect(delivered.some(({ n }) => n > 0)).toBe(true);
    expect(delivered.some(({ n }) => n === 0)).toBe(true);
  });

  test('every session has its conversation, open until 4 days after the end; both sides write', async ({
    app,
  }) => {
    const person = await signIn(app, 'client@demo.test');
    const { body } = await app.call(listSessions, { query: {} }, person);
    const authors = new Set<string>();
    const statuses = new Set<string>();
    for (const { id, end_date } of body.sessions) {
      const { session } = (await app.call(getSession, { params: { id } }, person)).body;
      const threadId = session.thread_id ?? '';
      const { thread } = (await app.call(listMessages, { params: { threadId }, query: {} }, person)).body;
      const closes = Temporal.Instant.from(end_date).add({ hours: 96 });
      const isOpen = Temporal.Instant.compare(app.clock.now(), closes) < 0;
      expect([id, thread.status]).toEqual([id, isOpen ? 'open' : 'automatically-closed']);
      statuses.add(thread.status);
      for (const message of thread.messages)
        authors.add(message.user_id === person.id ? 'client' : 'musician');
    }
    expect([...authors].toSorted()).toEqual(['client', 'musician']);
    expect(statuses.size).toBe(2);
  });

  test('ratings are on past sessions that were not cancelled', async ({ rowsOf }) => {
    const ratings = await rowsOf(
      sql<{ fits: boolean }>`select s.phase = 'booked' and r.created_at >= s.ends_at as fits
          from ratings r join sessions s on s.id = r.session_id`,
    );
    expect(ratings.length).toBeGreaterThanOrEqual(2);
    expect(new Set(ratings.map(({ fits }) => fits))).toEqual(new Set([true]));
  });

  test("every musician's average is that of the ratings of their sessions", async ({ rowsOf }) => {
    const wrong = await rowsOf(
      sql`select m.slug from musicians m left join sessions s on s.musician_id = m.person_id
            left join ratings r on r.session_id = s.id
          group by m.person_id having m.rating_count <> count(r.stars) or m.rating_sum <> coalesce(sum(r.stars), 0)`,
    );
    expect(wrong).toEqual([]);
    const rated = await rowsOf(sql`select slug from musicians where rating_count > 0`);
    expect(rated.length).toBeGreaterThan(0);
  });

  test('nothing of it happened in the future, and what happened is in order', async ({ app, rowsOf }) => {
    const now = app.clock.now();
    const late = await rowsOf(
      sql`select 'event' as what from session_events where at > ${now}
          union all select 'file' from files where last_modified > ${now}
          union all select 'message' from messages where created_at > ${now}
          union all select 'rating' from ratings where created_at > ${now}
          union all select 'credit' from credit_entries where at > ${now}
          union all select 'session' from sessions where booked_at > ${now} or last_update > ${now}
          union all select 'booked late' from sessions where booked_at >= starts_at
          union all select 'person' from people where created_at > ${now}`,
    );
    expect(late).toEqual([]);
    const unordered = await rowsOf(
      sql`select a.event from session_events a join session_events b
          on a.session_id = b.session_id and a.id < b.id and a.at > b.at`,
    );
    expect(unordered).toEqual([]);
  });

  test('its figures are summed: the console shows weeks of bookings before any job has run', async ({
    rowsOf,
  }) => {
    const [summed, booked] = await Promise.all([
      rowsOf(sql<{
        n: number;
        weeks: number;
      }>`select sum(amount)::int as n, count(distinct date_trunc('week', day))::int as weeks
        from daily_figures where figure = 'bookings' and "by" = 'all'`),
      rowsOf(sql<{ n: number }>`select count(*)::int as n from sessions`),
    ]);
    expect(summed[0]?.n).toBe(booked[0]?.n);
    expect(summed[0]?.weeks).toBeGreaterThanOrEqual(5);
  });

  test('the demo names who helps and where its external offers lead', async ({ app }) => {
    const { customer_success } = (await app.call(getHowItWorks, {})).body;
    expect(customer_success?.name).toBe('Robin Calder');
    expect((await app.call(getPricing, {})).body.public.orchestras).toHaveLength(2);
  });

  test('a second making does nothing', async ({ app }) => {
    const before = await countAll(app);
    expect(await make(app)).toEqual({ made: false });
    expect(await countAll(app)).toEqual(before);
  });
});

test('a making that was interrupted is cleared and made again, what it left in storage is marked for deletion; at any hour of the week', async () => {
  const api = await testApp('2026-08-04T23:40:00Z');
  const { storage } = api.ctx();
  const original = { ...storage };
  const stored: string[] = [];
  vi.spyOn(storage, 'put').mockImplementation(async (key, ...rest) => {
    if (stored.length === 5) throw new Error('the power went');
    await original.put(key, ...rest);
    stored.push(key);
  });
  const quick = { openRecorder: openQuickRecorder };
  await expect(make(api, quick)).rejects.toThrow('the power went');
  vi.restoreAllMocks();
  const interrupted = await countAll(api);
  expect(await make(api, quick)).toEqual({ made: true });
  expect(await countAll(api)).not.toEqual(interrupted);
  const people = await api.db.selectFrom('people').select('email').execute();
  expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
  expect(people.length).toBeGreaterThanOrEqual(34);
  const marked = await api.db.selectFrom('doomed_objects').select('key').execute();
  expect(marked.map(({ key }) => key)).toEqual(expect.arrayContaining(stored));
  expect(await make(api)).toEqual({ made: false });
  await api.close();
});

test('never in a database that has people, not even after an interrupted making', async () => {
  const api = await testApp();
  await api.people.make('client', { email: 'ada@example.org' });
  expect(await make(api)).toEqual({ made: false });
  await api.db.insertInto('settings').values({ key: 'demo.making', value: 'true' }).execute();
  expect(await make(api)).toEqual({ made: false });
  const people = await api.db.selectFrom('people').select('email').execute();
  expect(people).toEqual([{ email: 'ada@example.org' }]);
  await api.close();
});
