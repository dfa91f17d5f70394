import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { logout } from '#shared/accounts/contract.ts';
import * as files from '#shared/files/contract.ts';
import { listMessages, postMessage } from '#shared/messages/contract.ts';
import { events, type Hint } from '#shared/notifications/contract.ts';
import { release } from '#shared/booking/contract.ts';
import { approve } from '#shared/sessions/contract.ts';
import type { Tables } from '../db/tables.ts';
import { newId } from '../lib/ids.ts';
import { portOf, testApp } from '#test/api/app.ts';
import { test as base } from '#test/rooms/booking.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession, type TestSession } from '#test/rooms/sessions.ts';
import { makeInvoice } from '#test/rooms/invoices.ts';
import { openStream, type TestStream } from '#test/rooms/live.ts';

let open: TestStream[] = [];

const test = base
  .extend('there', { scope: 'file' }, ({ app }) => testApp(undefined, { url: app.url }))
  .extend('client', { scope: 'file' }, ({ studio }) => studio.makeClient({ credits: 50 }))
  .extend('musician', { scope: 'file' }, ({ studio }) => studio.makeMusician())
  .extend('session', { scope: 'file' }, ({ studio, client, musician }) =>
    makeSession(studio, { client, musician }),
  )
  .extend('port', { scope: 'file' }, ({ there }) => portOf(there))
  /** Notifications arrive in commit order, so after this one all earlier ones have arrived. */
  .extend(
    'quietUntilNow',
    { scope: 'file' },
    ({ app }) =>
      async (stream: TestStream, person: TestPerson): Promise<Hint[]> => {
        await app.db.updateTable('people').set({ country: 'PT' }).where('id', '=', person.id).execute();
        return (await stream.waitForHint({ kind: 'me' })).filter(({ kind }) => kind !== 'me');
      },
  )
  .extend(
    'follow',
    { scope: 'file' },
    ({ port, quietUntilNow }) =>
      async (person: TestPerson, at = port): Promise<TestStream> => {
        const stream = await openStream(at, person);
        open.push(stream);
        if (stream.status === 200) {
          await quietUntilNow(stream, person);
          stream.clear();
        }
        return stream;
      },
  )
  .extend(
    'say',
    { scope: 'file' },
    ({ app, session }) =>
      (body: string, as: TestPerson) =>
        app.call(postMessage, { body: { thread_id: session.threadId, body } }, as),
  )
  .extend('anotherLogin', { scope: 'file' }, ({ app }) => async (person: TestPerson): Promise<TestPerson> => {
    const other = await app.people.make(person.role);
    await app.db
      .updateTable('login_sessions')
      .set({ person_id: person.id })
      .where('person_id', '=', other.id)
      .execute();
    return { ...other, id: person.id };
  })
  .extend('killListeners', { scope: 'file' }, ({ app }) => async (): Promise<number> => {
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'talkback live' and datname = current_database()`.execute(app.db);
    return rows.length;
  });

test.afterAll(async ({ there }) => {
  await there.close();
});

test.afterEach(async () => {
  for (const stream of open) stream.close();
  open = [];
});

describe('a hint reaches whom it is about, in whatever process they listen', () => {
  test('a message: both sides; reading it: the reader alone', async ({
    app,
    client,
    musician,
    session,
    follow,
    say,
    quietUntilNow,
  }) => {
    const [ours, theirs] = [await follow(client), await follow(musician.person)];
    expect((await say('Hello', client)).status).toBe(201);
    const hint = { kind: 'message', session_id: session.id };
    expect(await theirs.waitForHint({ kind: 'message' })).toEqual([hint]);
    expect(await ours.waitForHint({ kind: 'message' })).toEqual([hint]);
    await app.call(listMessages, { params: { threadId: session.threadId }, query: {} }, musician.person);
    await theirs.waitForHint({ kind: 'session', session_id: session.id });
    expect(await quietUntilNow(ours, client)).toEqual([hint]);
  });

  test('a status: both sides', async ({ app, client, musician, session, follow }) => {
    const [ours, theirs] = [await follow(client), await follow(musician.person)];
    await app.call(approve, { body: { session_id: session.id } }, musician.person);
    const hint = { kind: 'session', session_id: session.id };
    expect(await ours.waitForHint({ kind: 'session' })).toEqual([hint]);
    expect(await theirs.waitForHint({ kind: 'session' })).toEqual([hint]);
  });

  test('files that come and go: both sides', async ({ app, studio, client, musician, follow }) => {
    const other = await makeSession(studio, { client, musician });
    const theirs = await follow(musician.person);
    const row = { session_id: other.id, folder: 'user', prefix: '', content_type: 'audio/wav' } as const;
    const more = { size: 1, uploaded_by: client.id, last_modified: app.clock.now() };
    const id = newId();
    await app.db
      .insertInto('files')
      .values({ ...row, ...more, id, name: 'a.wav', key: id })
      .execute();
    const hint = { kind: 'file', session_id: other.id };
    expect(await theirs.waitForHint({ kind: 'file' })).toEqual([hint]);
    theirs.close();
    const again = await follow(musician.person);
    await app.call(files.deleteFolder, { body: { session_id: other.id } }, client);
    expect(await again.waitForHint({ kind: 'file' })).toContainEqual(hint);
  });

  test('booking: the client hears of credits and session, the musician of the session and never of the hold', async ({
    studio,
    bookingApi,
    client,
    musician,
    follow,
    quietUntilNow,
  }) => {
    const [ours, theirs] = [await follow(client), await follow(musician.person)];
    const [slot] = (await studio.slotsOf(musician)).slice(40);
    const hold = await bookingApi.hold(client, slot === undefined ? [] : [slot]);
    expect(await ours.waitForHint({ kind: 'hold' })).toContainEqual({ kind: 'hold' });
    expect(await quietUntilNow(theirs, musician.person)).toEqual([]);
    await bookingApi.confirm(client, hold.id);
    await ours.waitForHint({ kind: 'credits' });
    expect(await theirs.waitForHint({ kind: 'session' })).toContainEqual({
      kind: 'session',
      session_id: hold.id,
    });
    expect(theirs.hints().some(({ kind }) => kind === 'credits')).toBe(false);
  });

  test('an invoice: its person, a moment after the credits; nobody else', async ({
    app,
    client,
    musician,
    follow,
    quietUntilNow,
  }) => {
    const [ours, theirs] = [await follow(client), await follow(musician.person)];
    await makeInvoice(app, client);
    expect(await ours.waitForHint({ kind: 'me' })).toEqual([{ kind: 'me' }]);
    expect(await quietUntilNow(theirs, musician.person)).toEqual([]);
  });

  test('a hold, its end and a booking: whoever books and the musician hear of the slots, from every process; others do not', async ({
    app,
    studio,
    bookingApi,
    client,
    follow,
  }) => {
    const other = await studio.makeMusician();
    const [slot] = await studio.slotsOf(other);
    const [looking, theirs, stranger, managed] = [
      await follow(await studio.makeClient()),
      await follow(other.person),
      await follow((await studio.makeMusician()).person),
      await follow(await app.people.make('managed')),
    ];
    const hint = { kind: 'slots', musician_id: other.id } as const;
    const heard = async (act: () => Promise<unknown>) => {
      looking.clear();
      await act();
      return looking.waitForHint(hint);
    };
    const hold = await bookingApi.hold(client, slot === undefined ? [] : [slot]);
    expect(await looking.waitForHint(hint)).toContainEqual(hint);
    expect(await heard(() => app.call(release, { body: { session_id: hold.id } }, client))).toContainEqual(
      hint,
    );
    expect(
      await heard(async () => {
        const again = await bookingApi.hold(client, slot === undefined ? [] : [slot]);
        await bookingApi.confirm(client, again.id);
      }),
    ).toContainEqual(hint);
    expect(await theirs.waitForHint(hint)).toContainEqual(hint);
    // Of their own slots, which have just been made, they may still hear.
    expect(stranger.slots()).not.toContainEqual(hint);
    expect(managed.slots()).toEqual([]);
  });

  test('a managed client hears of theirs; nobody hears of what is not theirs', async ({
    app,
    studio,
    musician,
    follow,
  }) => {
    const managed = await app.people.make('managed');
    const own = await makeSession(studio, { client: managed, musician });
    const [theirs, stranger] = [await follow(managed), await follow(await studio.makeClient())];
    const message = { thread_id: own.threadId, body: 'Welcome' };
    expect((await app.call(postMessage, { body: message }, musician.person)).status).toBe(201);
    expect(await theirs.waitForHint({})).toEqual([{ kind: 'message', session_id: own.id }]);
    expect(stranger.hints().filter(({ kind }) => kind !== 'me')).toEqual([]);
  });

  test('a change of hundreds at once tells each person once, without naming the sessions', async ({
    app,
    studio,
    client,
    musician,
    follow,
    quietUntilNow,
  }) => {
    const one = await follow(client);
    const ids = await Promise.all(
      Array.from({ length: 3 }, () => app.people.make('client')).map(async (made) => (await made).id),
    );
    await app.db
      .insertInto('sessions')
      .values(
        Array.from({ length: 400 }, (_, n) => ({
          client_id: n % 2 === 0 ? client.id : (ids[n % 3] ?? ''),
          musician_id: musician.id,
          service_id: studio.service('recording'),
          phase: 'booked' as const,
          status: 'partner_ready_to_go' as const,
          starts_at: app.clock.now().add({ hours: 2400 + n }),
          ends_at: app.clock.now().add({ hours: 2401 + n }),
          duration: 30,
          price: 0,
          created_at: app.clock.now(),
          booked_at: app.clock.now(),
          last_update: app.clock.now(),
        })),
      )
      .execute();
    await one.waitForHint({ kind: 'session' });
    expect(await quietUntilNow(one, client)).toEqual([{ kind: 'session' }]);
  });

  test('a thousand people in one statement: each of them hears, in notifications that PostgreSQL takes', async ({
    app,
    client,
    follow,
  }) => {
    const now = app.clock.now();
    const people = Array.from({ length: 1000 }, (_, n) => ({
      id: newId(),
      email: `many-${n}@test.test`,
      role: 'client' as const,
      name: 'Many',
      zone: 'UTC',
      created_at: now,
    }));
    await app.db
      .insertInto('people')
      .values([...people])
      .execute();
    const one = await follow(client);
    await app.db.updateTable('people').set({ country: 'CH' }).execute();
    expect(await one.waitForHint({ kind: 'me' })).toEqual([{ kind: 'me' }]);
  });
});

describe('a stream', () => {
  test('says how it is to be treated on its way, and has a place for each event', async ({
    client,
    follow,
    say,
  }) => {
    const stream = await follow(client);
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.headers['content-encoding']).toBeUndefined();
    await say('Placed', client);
    await stream.waitForHint({ kind: 'message' });
    expect(stream.text()).toMatch(/^retry: 2000\n\n/);
    expect(stream.text()).toMatch(/\nid: \d+\ndata: \{"kind":"message","session_id":\d+\}\n\n/);
  });

  test('the same change has the same place in every process', async ({
    app,
    client,
    musician,
    follow,
    say,
  }) => {
    const [one, two] = [await follow(client), await follow(client, await portOf(app))];
    await say('Twice', musician.person);
    await one.waitForHint({ kind: 'message' });
    await two.waitForHint({ kind: 'message' });
    expect(placeIn(one)).toBeDefined();
    expect(placeIn(one)).toBe(placeIn(two));
  });

  test('of a browser begins with what changed just before, in whatever process, and for how long that is known', async ({
    app,
    client,
    musician,
    port,
    follow,
    say,
  }) => {
    const [there, here] = [await follow(client), await follow(client, await portOf(app))];
    await say('Just before', musician.person);
    await there.waitForHint({ kind: 'message' });
    await here.waitForHint({ kind: 'message' });
    for (const at of [port, await portOf(app)]) {
      const late = await openStream(at, client, true);
      open.push(late);
      await late.waitForHint({ kind: 'message' });
      expect(late.text()).toMatch(/^retry: 2000\n\nevent: since\ndata: \d+\n\n/);
    }
    const stranger = await openStream(port, await app.people.make('client'), true);
    open.push(stranger);
    await say('And one for who is there', client);
    await there.waitForHint({ kind: 'message' });
    expect(stranger.hints().filter(({ kind }) => kind !== 'me')).toEqual([]);
  });

  test('nobody who is signed out gets one; a question for its head does not leave one open', async ({
    app,
    client,
  }) => {
    const refused = await app.call(events, {});
    expect([refused.status, refused.problem.code]).toEqual([401, 'not_signed_in']);
    const head = await app.http.inject({
      method: 'HEAD',
      url: events.path,
      headers: { host: 'localhost:4000', cookie: client.cookie },
    });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  test('ends when its person signs out, and leaves their other login sessions alone', async ({
    app,
    studio,
    follow,
    anotherLogin,
  }) => {
    const person = await studio.makeClient();
    const twin = await anotherLogin(person);
    const [first, second] = [await follow(person), await follow(twin)];
    expect((await app.call(logout, {}, person)).status).toBe(200);
    await first.ended;
    await second.waitForHint({ kind: 'me' });
    await app.db
      .updateTable('memberships')
      .set({ concurrency: 3 })
      .where('person_id', '=', person.id)
      .execute();
    await expect.poll(() => second.hints().length).toBe(2);
  });

  test.for<[string, Partial<Pick<Tables['people'], 'role'>> & { waitlisted?: boolean }]>([
    ['waits for a place', { waitlisted: true }],
    ['has another role, whose front is elsewhere', { role: 'partner' }],
  ])('ends when its person %s', async ([, change], { app, studio, client, follow, quietUntilNow }) => {
    const person = await studio.makeClient();
    const [theirs, others] = [await follow(person), await follow(client)];
    await app.db.updateTable('people').set(change).where('id', '=', person.id).execute();
    await theirs.ended;
    expect(await quietUntilNow(others, client)).toEqual([]);
    expect((await app.call(events, {}, person)).status).toBe(401);
  });

  test('ends when its login session is over by time', async ({
    app,
    studio,
    there,
    follow,
    anotherLogin,
  }) => {
    const person = await studio.makeClient();
    await app.db
      .updateTable('login_sessions')
      .set({ expires_at: there.clock.now() })
      .where('person_id', '=', person.id)
      .execute();
    const refused = await follow(person);
    expect(refused.status).toBe(401);
    const fresh = await anotherLogin(person);
    const stream = await follow(fresh);
    await app.db
      .updateTable('login_sessions')
      .set({ expires_at: there.clock.now() })
      .where('person_id', '=', person.id)
      .execute();
    await app.db.updateTable('people').set({ country: 'FR' }).where('id', '=', person.id).execute();
    await stream.ended;
  });

  test('32 at once: a person keeps 20, the oldest make room and are asked to stay away for a minute', async ({
    app,
    studio,
    follow,
  }) => {
    const person = await studio.makeClient();
    const streams: TestStream[] = [];
    for (let n = 0; n < 12; n += 1) streams.push(await follow(person));
    streams.push(...(await Promise.all(Array.from({ length: 20 }, () => follow(person)))));
    await Promise.all(streams.slice(0, 12).map((stream) => stream.ended));
    expect(streams[0]?.text()).toContain('retry: 60000');
    await app.db
      .updateTable('memberships')
      .set({ concurrency: 9 })
      .where('person_id', '=', person.id)
      .execute();
    for (const stream of streams.slice(12)) await stream.waitForHint({ kind: 'me' });
  });

  test('32 people at once each hear of their own message', async ({ app, studio, musician, follow }) => {
    const talks = await Promise.all(
      Array.from({ length: 32 }, async () => {
        const person = await studio.makeClient();
        return { person, stream: await follow(person) };
      }),
    );
    const made: TestSession[] = [];
    for (const { person } of talks) made.push(await makeSession(studio, { client: person, musician }));
    await Promise.all(
      talks.map(({ person }, n) =>
        app.call(postMessage, { body: { thread_id: made[n]?.threadId ?? '', body: 'Hi' } }, person),
      ),
    );
    for (const [n, { stream }] of talks.entries()) {
      await stream.waitForHint({ kind: 'message' });
      // Changes of the person themselves have no session.
      const about = new Set(stream.hints().flatMap(({ session_id }) => session_id ?? []));
      expect([...about]).toEqual([made[n]?.id]);
    }
  });
});

test('a listening connection that is killed comes back, every reader is told to ask again, and nothing is lost', async ({
  client,
  musician,
  session,
  follow,
  say,
  killListeners,
}) => {
  const stream = await follow(client);
  expect(await killListeners()).toBe(2);
  await stream.waitForHint({ kind: 'resync' });
  const before = stream.hints().length;
  await say('After', musician.person);
  await expect
    .poll(() => stream.hints().slice(before))
    .toContainEqual({ kind: 'message', session_id: session.id });
});

test('an application that closes ends its streams first and does not wait for them', async ({
  app,
  client,
}) => {
  const third = await testApp(undefined, { url: app.url });
  const stream = await openStream(await portOf(third), client);
  const order: string[] = [];
  const closed = third.close().then(() => order.push('application'));
  await stream.ended.then(() => order.push('stream'));
  await closed;
  expect(order).toEqual(['stream', 'application']);
});

/** Position of the latest message among all changes: one of the test before may come while the stream opens. */
const placeIn = (stream: TestStream) =>
  [...stream.text().matchAll(/id: (\d+)\ndata: \{"kind":"message"/g)].at(-1)?.[1];

test('a service that is stopped and offered: whoever books, from every process; musicians do not', async ({
  app,
  studio,
  client,
  musician,
  follow,
  port,
  quietUntilNow,
}) => {
  const [near, far, own] = [
    await follow(client, await portOf(app)),
    await follow(client, port),
    await follow(musician.person),
  ];
  for (const offered of [false, true]) {
    await app.db
      .updateTable('services')
      .set({ offered })
      .where('id', '=', studio.service('mixing'))
      .execute();
    for (const stream of [near, far]) {
      await stream.waitForHint({ kind: 'profile' });
      stream.clear();
    }
  }
  expect(await quietUntilNow(own, musician.person)).toEqual([]);
});
