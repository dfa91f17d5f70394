import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendFeedback } from '#shared/booking/contract.ts';
import { testApp, type TestApp } from '#test/api/app.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession, type TestSession } from '#test/rooms/sessions.ts';
import { makeStudio, type Studio, type TestMusician } from '#test/api/studio.ts';
import { sendMail } from './jobs.ts';

/** A mail server that keeps what it is sent: one conversation after the other, as RFC 5321 has it. */
function smtpSink() {
  const mails: { from: string; to: string[]; data: string }[] = [];
  const open = new Set<net.Socket>();
  const state = { mails, busy: false };
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    let mail = { from: '', to: [] as string[], data: '' };
    let inData = false;
    let unread = '';
    socket.setEncoding('utf8').write('220 sink\r\n');
    socket.on('data', (chunk: string) => {
      unread += chunk;
      for (;;) {
        const ends = inData ? '\r\n.\r\n' : '\r\n';
        const at = unread.indexOf(ends);
        if (at < 0) return;
        const line = unread.slice(0, at);
        unread = unread.slice(at + ends.length);
        if (inData) {
          mails.push({ ...mail, data: line.replaceAll('\r\n..', '\r\n.') });
          inData = false;
        } else if (/^MAIL/i.test(line)) {
          if (state.busy) {
            socket.write('451 busy\r\n');
            continue;
          }
          mail = { from: line, to: [], data: '' };
        } else if (/^RCPT/i.test(line)) mail.to.push(line);
        else if (/^DATA/i.test(line)) inData = true;
        socket.write(inData ? '354 go on\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });
  return {
    state,
    listen: () =>
      new Promise<number>((listens) => {
        server.listen(0, '127.0.0.1', () => listens((server.address() as net.AddressInfo).port));
      }),
    close: () =>
      new Promise<void>((closes) => {
        for (const socket of open) socket.destroy();
        server.close(() => closes());
      }),
  };
}

const lines: string[] = [];
const log = pino(
  new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  }),
);
const sink = smtpSink();
const { mails } = sink.state;

let api: TestApp;
let studio: Studio;
let client: TestPerson;
let musician: TestMusician;
let session: TestSession;

async function begin(env: Record<string, string>): Promise<void> {
  api = await testApp(undefined, { env: { SUPPORT_EMAIL: 'help@studio.test', ...env }, log });
  studio = await makeStudio(api);
  client = await studio.makeClient({ name: 'Clara Client' });
  musician = await studio.makeMusician({ name: 'Max Musician' });
}
const ask = (feedback_notes: string, as: TestPerson = musician.person) =>
  api.call(
    sendFeedback,
    { body: { session_id: session.id, feedback_type: 'contact_support', feedback_notes } },
    as,
  );
const jobs = async () => {
  const { rows } = await sql<{ data: Parameters<typeof sendMail.run>[1]; state: string }>`
    select data, state from jobs.job where name = ${sendMail.name} order by created_on, id`.execute(api.db);
  return rows;
};
const logged = () => api.db.selectFrom('email_log').selectAll().execute();
const lastJob = async () => {
  const last = (await jobs()).at(-1);
  if (last === undefined) throw new Error('no mail was put on');
  return () => sendMail.run(api.ctx(), last.data);
};
const headersOf = (mail: string) => mail.slice(0, mail.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
const bodyOf = (mail: string) => mail.slice(mail.indexOf('\r\n\r\n') + 4).replaceAll('\r\n', '\n');

const evil = (name: string) => `${name}\r\nBcc: all@test.test\r\n\r\nLink: http://evil.test`;

const outbox = () => path.join(api.ctx().settings.dataDir, 'outbox');
const kept = () => fs.readdir(outbox()).catch((): string[] => []);

describe('without SMTP_URL', () => {
  beforeAll(() => begin({}));
  beforeEach(async () => {
    session = await makeSession(studio, { client, musician, title: 'Blue Song' });
    await fs.rm(outbox(), { recursive: true, force: true });
  });
  afterAll(() => api.close());

  test('asking for support is one .eml file in the outbox, with all that support needs', async () => {
    expect((await ask('The link is dead.\nPlease help!')).status).toBe(200);
    expect(await kept()).toEqual([]);
    await api.queues.drain();
    const [name = '', ...more] = await kept();
    expect([name, more]).toEqual([expect.stringMatching(/^2026-11-21T120000Z-[\da-f]{32}\.eml$/), []]);
    const file = path.join(outbox(), name);
    expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
    const mail = await fs.readFile(file, 'utf8');
    const headers = headersOf(mail);
    for (const header of [
      'From: Talkback <studio@talkback.test>',
      'To: help@studio.test',
      `Reply-To: Max Musician <${musician.person.email}>`,
      `Subject: Help with session #${session.id} (Max Musician)`,
      'Date: Sat, 21 Nov 2026 12:00:00 +0000',
      'Content-Type: text/plain; charset=utf-8',
      'Auto-Submitted: auto-generated',
    ])
      expect(headers.split('\r\n')).toContain(header);
    expect(headers).toMatch(/^Message-ID: <[\da-f]{32}@talkback\.test>$/m);
    const body = bodyOf(mail).replaceAll(/=\n/g, '');
    for (const line of [
      `Max Musician (partner, ${musician.person.email}) asks for support with session ${session.id}.`,
      'Musician: Max Musician',
      'Client: Clara Client',
      `Link: http://localhost:4001/sessions/${session.id}`,
      'The link is dead.\nPlease help!',
    ])
      expect(body).toContain(line);
    expect(body).toMatch(/^Session: Blue Song \(.+\), 2026-11-22 \d\d:\d\d UTC$/m);
  });

  test('what is refused writes to nobody, and files asked for again not to the support', async () => {
    const before = (await jobs()).length;
    expect((await ask('  ')).status).toBe(422);
    expect((await ask('Mine?', (await studio.makeMusician()).person)).status).toBe(404);
    await api.queues.drain();
    expect(await jobs()).toHaveLength(before);
    expect(await kept()).toEqual([]);
    const body = { session_id: session.id, feedback_type: 'missing_materials', feedback_notes: 'x' } as const;
    expect((await api.call(sendFeedback, { body }, musician.person)).status).toBe(200);
    await api.queues.drain();
    const [first, ...others] = (await jobs()).slice(before);
    expect([first?.data.template, others]).toEqual(['files-requested', []]);
  });

  test('the queue holds ids and an instant, and the mail is kept once however often the job runs', async () => {
    await ask('Once');
    await api.queues.drain();
    const [name] = await kept();
    const { data } = (await jobs()).at(-1) ?? {};
    const id = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(data).toEqual({
      event_id: id,
      template: 'support-requested',
      about: id,
      at: '2026-11-21T12:00:00Z',
    });
    const run = await lastJob();
    await run();
    expect(await kept()).toEqual([name]);
    // as after a crash between keeping the file and noting it
    await api.db.updateTable('email_log').set({ sent_at: null }).execute();
    await run();
    expect(await kept()).toEqual([name]);
    expect((await logged()).at(-1)).toMatchObject({ recipient: 'help@studio.test', claimed_until: null });
  });

  test('names, titles and notes make no header and no line of their own', async () => {
    for (const [person, name] of [
      [client, evil('Clara')],
      [musician.person, evil('Max')],
    ] as const)
      await api.db.updateTable('people').set({ name }).where('id', '=', person.id).execute();
    session = await makeSession(studio, { client, musician, title: evil('Song') });
    await ask('Bcc: all@test.test\r\n\r\nSubject: other');
    await api.queues.drain();
    const [name = ''] = await kept();
    const mail = await fs.readFile(path.join(outbox(), name), 'utf8');
    const names = headersOf(mail)
      .split('\r\n')
      .map((line) => line.split(':')[0]);
    expect(names).not.toContain('Bcc');
    expect(names.filter((one) => /^(To|Subject|From)$/.test(one ?? ''))).toHaveLength(3);
    expect(headersOf(mail)).toContain('To: help@studio.test');
    const links = bodyOf(mail)
      .replaceAll(/=\n/g, '')
      .split('\n')
      .filter((line) => line.startsWith('Link: '));
    expect(links).toHaveLength(1);
    expect(links[0]).toContain('localhost:4001/sessions/');
  });
});

describe('with SMTP_URL', () => {
  beforeAll(async () => begin({ SMTP_URL: `smtp://127.0.0.1:${await sink.listen()}` }));
  beforeEach(async () => {
    session = await makeSession(studio, { client, musician });
    mails.length = 0;
  });
  afterEach(() => {
    sink.state.busy = false;
  });
  afterAll(async () => {
    await api.close();
    await sink.close();
  });

  test('the mail goes to the mail server, dots and all; the outbox stays empty', async () => {
    await ask('Before\r\n.\r\nMAIL FROM:<evil@test.test>\r\n..after 🎵');
    await api.queues.drain();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      from: expect.stringContaining('<studio@talkback.test>'),
      to: [expect.stringContaining('<help@studio.test>')],
    });
    expect(headersOf(mails[0]?.data ?? '')).toContain('Help with session #');
    await expect(fs.readdir(path.join(api.ctx().settings.dataDir, 'outbox'))).rejects.toThrow('ENOENT');
  });

  test('what the mail server does not take is tried again, then sent once', async () => {
    sink.state.busy = true;
    await ask('Try again');
    await expect(api.queues.drain()).rejects.toThrow('451');
    const run = await lastJob();
    await expect(run()).rejects.toThrow('451');
    expect((await logged()).filter(({ sent_at }) => sent_at === null)).toMatchObject([
      { claimed_until: null },
    ]);
    expect(mails).toEqual([]);
    sink.state.busy = false;
    await run();
    await run();
    expect(mails).toHaveLength(1);
    expect((await logged()).every(({ sent_at }) => sent_at !== null)).toBe(true);
  });

  test('a mail is tried for a day: 150 times, the longest pause being 10 minutes', async () => {
    const { rows } = await sql`
      select retry_limit, retry_delay_max, dead_letter from jobs.queue where name = ${sendMail.name}`.execute(
      api.db,
    );
    expect(rows).toEqual([{ retry_limit: 150, retry_delay_max: 600, dead_letter: 'dead-letter' }]);
  });

  test('many at once send one mail; who finds it in hand comes back, also when the hand is gone', async () => {
    sink.state.busy = true;
    await ask('All at once');
    await expect(api.queues.drain()).rejects.toThrow('451');
    sink.state.busy = false;
    const run = await lastJob();
    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, run));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(refused.length).toBeLessThan(16);
    expect(refused.filter((reason) => !reason.includes('by another process'))).toEqual([]);
    expect(mails).toHaveLength(1);

    const until = api.clock.now().add({ minutes: 5 });
    await api.db.updateTable('email_log').set({ sent_at: null, claimed_until: until }).execute();
    await expect(run()).rejects.toThrow('by another process');
    api.clock.instant = until;
    await run();
    expect(mails).toHaveLength(2);
    const ids = mails.map(({ data }) => /^Message-ID: (.+)$/im.exec(data)?.[1]);
    expect(ids[0]).toBe(ids[1]);
  });

  test('no log line holds what was written or who wrote it', async () => {
    await ask('a very private note');
    await api.queues.drain();
    sink.state.busy = true;
    await ask('another very private note');
    await expect(api.queues.drain()).rejects.toThrow('451');
    expect(lines.some((line) => line.includes('mail sent'))).toBe(true);
    expect(lines.some((line) => line.includes('it will be tried again'))).toBe(true);
    for (const word of ['private note', 'Max Musician', 'Clara Client', musician.person.email])
      expect(lines.filter((line) => line.includes(word))).toEqual([]);
  });
});
