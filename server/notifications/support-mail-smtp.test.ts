import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { rawHeaders, test as base } from '#test/rooms/support.ts';
import { sendMail } from './jobs.ts';

const test = base.extend('env', { scope: 'file' }, ({ mailServer }) => mailServer.env);

describe('with SMTP_URL', () => {
  test('the mail goes to the mail server, dots and all; the outbox stays empty', async ({
    app,
    askForSupport,
    inbox,
  }) => {
    await askForSupport('Before\r\n.\r\nMAIL FROM:<evil@test.test>\r\n..after 🎵');
    await app.queues.drain();
    expect(inbox.mails).toHaveLength(1);
    expect(inbox.mails[0]).toMatchObject({
      mailFrom: 'studio@talkback.test',
      rcpt: ['help@studio.test'],
    });
    expect(rawHeaders(inbox.mails[0]?.raw ?? '')).toContain('Help with session #');
    await expect(fs.readdir(path.join(app.ctx().settings.dataDir, 'outbox'))).rejects.toThrow('ENOENT');
  });

  test('what the mail server does not take is tried again, then sent once', async ({
    app,
    askForSupport,
    lastMailJob,
    mailLog,
    inbox,
  }) => {
    inbox.state.refuses = true;
    await askForSupport('Try again');
    await expect(app.queues.drain()).rejects.toThrow('451');
    const run = await lastMailJob();
    await expect(run()).rejects.toThrow('451');
    expect((await mailLog()).filter(({ sent_at }) => sent_at === null)).toMatchObject([
      { claimed_until: null },
    ]);
    expect(inbox.mails).toEqual([]);
    inbox.state.refuses = false;
    await run();
    await run();
    expect(inbox.mails).toHaveLength(1);
    expect((await mailLog()).every(({ sent_at }) => sent_at !== null)).toBe(true);
  });

  test('a mail is tried for a day: 150 times, the longest pause being 10 minutes', async ({ app }) => {
    const { rows } = await sql`
      select retry_limit, retry_delay_max, dead_letter from jobs.queue where name = ${sendMail.name}`.execute(
      app.db,
    );
    expect(rows).toEqual([{ retry_limit: 150, retry_delay_max: 600, dead_letter: 'dead-letter' }]);
  });

  test('many at once send one mail; who finds it in hand comes back, also when the hand is gone', async ({
    app,
    askForSupport,
    lastMailJob,
    inbox,
  }) => {
    inbox.state.refuses = true;
    await askForSupport('All at once');
    await expect(app.queues.drain()).rejects.toThrow('451');
    inbox.state.refuses = false;
    const run = await lastMailJob();
    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, run));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(refused.length).toBeLessThan(16);
    expect(refused.filter((reason) => !reason.includes('by another process'))).toEqual([]);
    expect(inbox.mails).toHaveLength(1);

    const until = app.clock.now().add({ minutes: 5 });
    await app.db.updateTable('email_log').set({ sent_at: null, claimed_until: until }).execute();
    await expect(run()).rejects.toThrow('by another process');
    app.clock.instant = until;
    await run();
    expect(inbox.mails).toHaveLength(2);
    const ids = inbox.mails.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1]);
    expect(ids[0]).toBe(ids[1]);
  });

  test('no log line holds what was written or who wrote it', async ({
    app,
    musician,
    askForSupport,
    logLines,
    inbox,
  }) => {
    await askForSupport('a very private note');
    await app.queues.drain();
    inbox.state.refuses = true;
    await askForSupport('another very private note');
    await expect(app.queues.drain()).rejects.toThrow('451');
    expect(logLines.some((line) => line.includes('mail sent'))).toBe(true);
    expect(logLines.some((line) => line.includes('it will be tried again'))).toBe(true);
    for (const word of ['private note', 'Max Musician', 'Clara Client', musician.person.email])
      expect(logLines.filter((line) => line.includes(word))).toEqual([]);
  });
});
