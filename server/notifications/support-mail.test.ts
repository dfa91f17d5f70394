import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { sendFeedback } from '#shared/booking/contract.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { rawHeaders, test as base } from '#test/rooms/support.ts';

const bodyOf = (mail: string) => mail.slice(mail.indexOf('\r\n\r\n') + 4).replaceAll('\r\n', '\n');
const withHeader = (name: string) => `${name}\r\nBcc: all@test.test\r\n\r\nLink: http://evil.test`;

const test = base
  /** The folder of unsent mails, emptied before the test. */
  .extend('outbox', async ({ app }) => {
    const folder = path.join(app.ctx().settings.dataDir, 'outbox');
    await fs.rm(folder, { recursive: true, force: true });
    return folder;
  })
  .extend(
    'storedMails',
    ({ outbox }) =>
      () =>
        fs.readdir(outbox).catch((): string[] => []),
  );

describe('without SMTP_URL', () => {
  test('asking for support is one .eml file in the outbox, with all that support needs', async ({
    app,
    musician,
    session,
    askForSupport,
    outbox,
    storedMails,
  }) => {
    expect((await askForSupport('The link is dead.\nPlease help!')).status).toBe(200);
    expect(await storedMails()).toEqual([]);
    await app.queues.drain();
    const [name = '', ...more] = await storedMails();
    expect([name, more]).toEqual([expect.stringMatching(/^2026-11-21T120000Z-[\da-f]{32}\.eml$/), []]);
    const file = path.join(outbox, name);
    expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
    const mail = await fs.readFile(file, 'utf8');
    const headers = rawHeaders(mail);
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

  test('what is refused writes to nobody, and files asked for again not to the support', async ({
    app,
    studio,
    musician,
    session,
    askForSupport,
    mailJobs,
    storedMails,
  }) => {
    const before = (await mailJobs()).length;
    expect((await askForSupport('  ')).status).toBe(422);
    expect((await askForSupport('Mine?', { as: (await studio.makeMusician()).person })).status).toBe(404);
    await app.queues.drain();
    expect(await mailJobs()).toHaveLength(before);
    expect(await storedMails()).toEqual([]);
    const body = { session_id: session.id, feedback_type: 'missing_materials', feedback_notes: 'x' } as const;
    expect((await app.call(sendFeedback, { body }, musician.person)).status).toBe(200);
    await app.queues.drain();
    const [first, ...others] = (await mailJobs()).slice(before);
    expect([first?.data.template, others]).toEqual(['files-requested', []]);
  });

  test('the queue holds ids and an instant, and the mail is kept once however often the job runs', async ({
    app,
    askForSupport,
    mailJobs,
    lastMailJob,
    mailLog,
    storedMails,
  }) => {
    await askForSupport('Once');
    await app.queues.drain();
    const [name] = await storedMails();
    const { data } = (await mailJobs()).at(-1) ?? {};
    const id = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(data).toEqual({
      event_id: id,
      template: 'support-requested',
      about: id,
      at: '2026-11-21T12:00:00Z',
      request_id: id,
    });
    const run = await lastMailJob();
    await run();
    expect(await storedMails()).toEqual([name]);
    // as after a crash between keeping the file and noting it
    await app.db.updateTable('email_log').set({ sent_at: null }).execute();
    await run();
    expect(await storedMails()).toEqual([name]);
    expect((await mailLog()).at(-1)).toMatchObject({ recipient: 'help@studio.test', claimed_until: null });
  });

  test('names, titles and notes make no header and no line of their own', async ({
    app,
    studio,
    client,
    musician,
    askForSupport,
    outbox,
    storedMails,
  }) => {
    for (const [person, name] of [
      [client, withHeader('Clara')],
      [musician.person, withHeader('Max')],
    ] as const)
      await app.db.updateTable('people').set({ name }).where('id', '=', person.id).execute();
    const { id } = await makeSession(studio, { client, musician, title: withHeader('Song') });
    await askForSupport('Bcc: all@test.test\r\n\r\nSubject: other', { id });
    await app.queues.drain();
    const [name = ''] = await storedMails();
    const mail = await fs.readFile(path.join(outbox, name), 'utf8');
    const names = rawHeaders(mail)
      .split('\r\n')
      .map((line) => line.split(':')[0]);
    expect(names).not.toContain('Bcc');
    expect(names.filter((one) => /^(To|Subject|From)$/.test(one ?? ''))).toHaveLength(3);
    expect(rawHeaders(mail)).toContain('To: help@studio.test');
    const links = bodyOf(mail)
      .replaceAll(/=\n/g, '')
      .split('\n')
      .filter((line) => line.startsWith('Link: '));
    expect(links).toHaveLength(1);
    expect(links[0]).toContain('localhost:4001/sessions/');
  });
});
