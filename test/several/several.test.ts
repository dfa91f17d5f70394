import { randomBytes, randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { expect } from 'vitest';
import { confirm, prebook } from '#shared/booking/contract.ts';
import { downloadLink, filesInfo, signUpload, uploadLink } from '#shared/files/contract.ts';
import { PART_BYTES, partCount } from '#shared/files/rules.ts';
import { getMe } from '#shared/me/contract.ts';
import { postMessage } from '#shared/messages/contract.ts';
import { systemClock } from '#server/lib/clock.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import { onThisMachine } from '../api/busy.ts';
import { codeAt } from '../browser/second-factor.ts';
import { passAbandoned } from './abandoned.ts';
import { processOf, type Caller } from './caller.ts';
import type { Cluster } from './cluster.ts';
import { Load } from './load.ts';
import { NODES } from './nodes.ts';
import { test } from './test.ts';

const PASSWORD = 'correct horse battery';

/** Once to each process: nginx takes them in turn. */
const TWICE_AROUND = Array.from({ length: 2 * NODES });

const logIn = (email: string, password = PASSWORD) => ({ user: { email, password } });

/** A session with its conversation, booked through whichever processes come next. */
async function book(cluster: Cluster, caller: Caller, slot: string) {
  const body = {
    slots: [slot],
    primary_slot: slot,
    options: { service_id: cluster.studio.service('recording') },
  };
  const held = await caller.call(prebook, { body, key: randomUUID() });
  expect(held.status).toBe(201);
  const form = {
    session_id: held.body.session.id,
    session_info: { title: 'Song' },
    deliverables: { files_format: 'WAV', attendance: true },
  };
  const booked = await caller.call(confirm, { body: form, key: randomUUID() });
  expect(booked.status).toBe(201);
  return booked.body.session;
}

test('signed in by one process, known to the others; signed out by one, out everywhere at once', async ({
  cluster,
}) => {
  const email = 'ana@test.test';
  await cluster.people.make('client', { email, password_hash: await hashPassword(PASSWORD) });
  const browser = cluster.browser();
  expect((await browser.send('POST', '/api/users/login', logIn(email))).status).toBe(200);
  const seen: [string, number][] = [];
  for (const _ of TWICE_AROUND) {
    const answer = await browser.send('GET', getMe.path);
    seen.push([processOf(answer), answer.status]);
  }
  expect(new Set(seen.map(([by]) => by)).size).toBe(NODES);
  expect(new Set(seen.map(([, status]) => status))).toEqual(new Set([200]));

  const other = cluster.browser();
  other.cookie = browser.cookie;
  expect((await browser.send('GET', '/api/users/logout')).status).toBe(200);
  const after = await Promise.all(TWICE_AROUND.map(() => other.send('GET', getMe.path)));
  expect(new Set(after.map(processOf)).size).toBe(NODES);
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
});

test("an operator's app that one process has set up is known to the others", async ({ cluster }) => {
  const email = 'operator@test.test';
  const { id } = await cluster.people.make('operator', {
    email,
    password_hash: await hashPassword(PASSWORD),
  });
  await cluster.db.deleteFrom('authenticator_apps').where('person_id', '=', id).execute();
  const address = '/api/v2/auth/second-factor';
  const browser = cluster.browser(undefined, 'operator');
  expect((await browser.send('POST', '/api/users/login', logIn(email))).status).toBe(200);
  const { setup } = await browser.call<{ setup: { secret: string } }>('GET', address);
  const { secret } = setup;
  const entered = await browser.send('POST', address, { code: codeAt(secret, Date.now()) });
  expect([entered.status, entered.body.toString()]).toEqual([200, expect.anything()]);

  const again = cluster.browser(undefined, 'operator');
  const login = await again.send('POST', '/api/users/login', logIn(email));
  const answer = await again.send('POST', address, { code: codeAt(secret, Date.now() + 30_000) });
  expect([login.status, answer.status]).toEqual([200, 200]);
  expect(processOf(answer)).not.toBe(processOf(entered));
});

test('a message posted through one process comes to a stream at another', async ({
  cluster,
  musicians: [musician],
  client: { caller },
}) => {
  const [slot] = await cluster.studio.slotsOf(musician);
  const { thread_id } = await book(cluster, caller, slot?.id ?? '');
  const stream = caller.browser.open('GET', '/api/v2/events', { accept: 'text/event-stream' });
  let heard = '';
  let at = '';
  stream.setEncoding('utf8').on('data', (text: string) => (heard += text));
  stream.on('response', (headers) => (at = processOf({ headers })));
  await expect.poll(() => heard).toContain('retry:');

  const elsewhere = new Set<string>();
  while (elsewhere.size < NODES - 1) {
    const before = heard.length;
    const body = { thread_id: thread_id ?? '', body: `Hello ${elsewhere.size}` };
    const { status, by } = await caller.call(postMessage, { body, key: randomUUID() });
    expect(status).toBe(201);
    await expect.poll(() => heard.slice(before)).toContain('"message"');
    if (by !== at) elsewhere.add(by);
  }
  stream.close();
});

test('an upload begun through one process and completed through another arrives whole', async ({
  cluster,
  musicians: [, musician],
  client: { caller },
}) => {
  const [slot] = await cluster.studio.slotsOf(musician);
  const { id: session_id } = await book(cluster, caller, slot?.id ?? '');
  const bytes = randomBytes(PART_BYTES + 1_000_000);
  const fileName = 'take.wav';
  const files = [{ fileName, fileSize: bytes.length }];
  const link = await caller.call(uploadLink, { body: { session_id, files } });
  const ways = [link.by];
  const key = link.body.urls[0]?.key ?? '';
  const sign = async (request: { method: 'POST' | 'PUT'; uploadId?: string; partNumber?: number }) => {
    const { body, by } = await caller.call(signUpload, { body: { session_id, key, ...request } });
    ways.push(by);
    return body.url;
  };
  const begun = await (await fetch(await sign({ method: 'POST' }), { method: 'POST' })).text();
  const uploadId = /<UploadId>(.*?)<\/UploadId>/.exec(begun)?.[1] ?? '';
  const parts: string[] = [];
  for (let partNumber = 1; partNumber <= partCount(bytes.length); partNumber += 1) {
    const body = bytes.subarray((partNumber - 1) * PART_BYTES, partNumber * PART_BYTES);
    const put = await fetch(await sign({ method: 'PUT', uploadId, partNumber }), { method: 'PUT', body });
    expect(put.status).toBe(200);
    parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${put.headers.get('etag')}</ETag></Part>`);
  }
  const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
  const whole = await fetch(await sign({ method: 'POST', uploadId }), { method: 'POST', body: list });
  expect(whole.status).toBe(200);
  const reported = await caller.call(filesInfo, {
    body: { session_id, files_info: { status: 'presession-uploaded' } },
  });
  expect(reported.status).toBe(200);
  expect(ways.at(-1)).not.toBe(ways[0]);
  expect(new Set([...ways, reported.by]).size).toBe(NODES);
  const query = { session_id, path: fileName, folder: 'user' } as const;
  const { body } = await caller.call(downloadLink, { query });
  const back = Buffer.from(await (await fetch(body.downloadUrl)).arrayBuffer());
  expect(back.equals(bytes)).toBe(true);
});

test('wrong passwords are counted over all processes: 20 tries, whoever answers', async ({ cluster }) => {
  const email = 'bea@test.test';
  await cluster.people.make('client', { email, password_hash: await hashPassword(PASSWORD) });
  const tries: { status: number; by: string }[] = [];
  for (let round = 0; round < 8; round += 1) {
    const browsers = Array.from({ length: NODES }, () => cluster.browser());
    const answers = await Promise.all(
      browsers.map((browser) => browser.send('POST', '/api/users/login', logIn(email, 'wrong password'))),
    );
    tries.push(...answers.map((answer) => ({ status: answer.status, by: processOf(answer) })));
    for (const browser of browsers) browser.close();
  }
  const count = (status: number): number => tries.filter((one) => one.status === status).length;
  expect([count(401), count(429)]).toEqual([20, 4]);
  const counted = tries.filter(({ status }) => status === 401);
  expect(new Set(counted.map(({ by }) => by)).size).toBe(NODES);
});

const SEND_MAIL = 'notifications.send-mail';
/** Each minute, and never by an event. */
const EACH_MINUTE = ['notifications.remind', 'credits.expiry', 'calendar.refresh-next-free'];

/** How many mails of bookings were sent, and how many each, once the queue of mails is empty. */
async function bookingMails({ db }: Cluster, sessions: number) {
  const read = async () => {
    const { rows } = await sql<{ mails: number; most: number }>`
      select coalesce(sum(n), 0)::int as mails, coalesce(max(n), 0)::int as most from (
        select count(*) as n from email_log where template = 'session-booked' and sent_at is not null
        group by session_id, recipient) each`.execute(db);
    return rows[0] ?? { mails: 0, most: 0 };
  };
  await expect
    .poll(async () => (await read()).mails, { timeout: onThisMachine(60_000) })
    .toBeGreaterThanOrEqual(2 * sessions);
  return read();
}

const countSessions = async ({ db }: Cluster): Promise<number> => {
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from sessions where phase = 'booked'`.execute(db);
  return counted.rows[0]?.n ?? 0;
};

test('bookings through all at once: each time has one owner, each mail is sent once, by one process', async ({
  cluster,
  musicians,
}) => {
  const load = await Load.on(cluster, musicians, 8);
  await Promise.all((await load.callers(15)).map((caller) => load.bookMany(caller, 3)));
  expect([...load.wrong, ...(await load.problems())]).toEqual([]);
  const sessions = await countSessions(cluster);
  expect(await bookingMails(cluster, sessions)).toEqual({ mails: 2 * sessions, most: 1 });

  const jobsIn = async (state: RawBuilder<unknown>): Promise<number | undefined> => {
    const jobs = await sql<{ n: number }>`
      select count(*)::int as n from jobs.job where name = ${SEND_MAIL} and ${state}`.execute(cluster.db);
    return jobs.rows[0]?.n;
  };
  // A job is noted as completed after its mail has been sent.
  await expect.poll(() => jobsIn(sql`state < 'completed'`)).toBe(0);
  const runs = await Promise.all(cluster.nodes.map((node) => node.runsOf(SEND_MAIL)));
  expect(runs.reduce((sum, n) => sum + n, 0)).toBe(await jobsIn(sql`state = 'completed'`));
  const files = cluster.nodes.flatMap((node) => node.outbox());
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from email_log where sent_at is not null`.execute(cluster.db);
  expect(new Set(files).size).toBe(files.length);
  expect(files.length).toBe(rows[0]?.n);
  console.log(
    `${load.booked.size} bookings, ${load.taken} times taken before, ${load.tally.text()}; mails by process: ${runs.join(', ')}`,
  );
});

test('killed in the middle of bookings: nothing acknowledged is lost, and nobody waits longer than 3 s', async ({
  cluster,
  musicians,
}) => {
  const load = await Load.on(cluster, musicians, 45);
  const victim = cluster.nodes[1];
  const callers = await load.callers(15);
  const working = Promise.all(callers.map((caller) => load.bookMany(caller, 12)));
  await expect.poll(() => load.booked.size).toBeGreaterThan(20);
  await victim?.stop('SIGKILL');
  const killedAt = systemClock.now();
  const before = load.booked.size;
  await expect.poll(() => load.booked.size).toBeGreaterThan(before + 20);
  await victim?.start();
  const back = load.booked.size;
  await expect.poll(() => load.booked.size).toBeGreaterThan(back + 20);
  load.isOver = true;
  await working;

  expect([...load.wrong, ...(await load.problems())]).toEqual([]);
  expect(Object.keys(load.tally.errors).filter((kind) => !/^50[23]\b/.test(kind))).toEqual([]);
  expect(load.tally.longestGap).toBeLessThan(onThisMachine(3000));
  const abandoned = await passAbandoned(cluster, killedAt);
  const sessions = await countSessions(cluster);
  const mails = await bookingMails(cluster, sessions);
  expect(mails).toEqual({ mails: 2 * sessions, most: 1 });
  console.log(
    `one of ${NODES} killed and started again: ${load.booked.size} bookings (${before} before it), ${load.tally.text()}, ${mails.mails} mails of bookings in all, ${abandoned} jobs of the killed one done by others`,
  );
  expect(await cluster.check()).toContain('in order');
});

test('a job that is due each minute is begun once for each, whichever process does it', async ({
  cluster,
}) => {
  const read = async () => {
    const { rows } = await sql<{ name: string; jobs: number; minutes: number }>`
      select j.name, count(*)::int as jobs, (
        select count(distinct due.singleton_on)::int from jobs.job due
        where due.name = '__pgboss__send-it' and due.data ->> 'name' = j.name
      ) as minutes
      from jobs.job j where j.name in (${sql.join(EACH_MINUTE)}) group by j.name`.execute(cluster.db);
    return rows;
  };
  await expect
    .poll(async () => (await read()).length, { timeout: 120_000, interval: 500 })
    .toBe(EACH_MINUTE.length);
  const begun = await read();
  console.log(begun.map(({ name, jobs, minutes }) => `${name}: ${jobs} in ${minutes} minutes`).join('; '));
  expect(begun.filter(({ jobs, minutes }) => jobs > minutes)).toEqual([]);
});
