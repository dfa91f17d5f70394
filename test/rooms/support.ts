import { Writable } from 'node:stream';
import { sql } from 'kysely';
import pino from 'pino';
import { sendFeedback } from '#shared/booking/contract.ts';
import { sendMail } from '#server/notifications/jobs.ts';
import type { TestPerson } from '../api/people.ts';
import { makeSession } from './sessions.ts';
import { test as base } from './mails.ts';

type MailJob = Parameters<typeof sendMail.run>[1];

/** `test` with musicians who ask for support, and the mails, jobs and log lines that come of it. */
export const test = base
  .extend('logLines', { scope: 'file' }, (): string[] => [])
  /** More environment variables of the application. */
  .extend('env', { scope: 'file' }, (): Record<string, string> => ({}))
  .extend('options', { scope: 'file' }, ({ env, logLines }) => {
    const stream = new Writable({
      write(line, _encoding, done) {
        logLines.push(String(line));
        done();
      },
    });
    return { env: { SUPPORT_EMAIL: 'help@studio.test', ...env }, log: pino(stream) };
  })
  .extend('client', { scope: 'file' }, ({ studio }) => studio.makeClient({ name: 'Clara Client' }))
  .extend('musician', { scope: 'file' }, ({ studio }) => studio.makeMusician({ name: 'Max Musician' }))
  .extend('session', ({ studio, client, musician }) =>
    makeSession(studio, { client, musician, title: 'Blue Song' }),
  )
  .extend(
    'askForSupport',
    ({ app, musician, session }) =>
      (feedback_notes: string, { as = musician.person, id = session.id }: Asking = {}) =>
        app.call(
          sendFeedback,
          { body: { session_id: id, feedback_type: 'contact_support', feedback_notes } },
          as,
        ),
  )
  /** The mail jobs in the order of their making. */
  .extend('mailJobs', { scope: 'file' }, ({ app }) => async () => {
    const { rows } = await sql<{ data: MailJob; state: string }>`
      select data, state from jobs.job where name = ${sendMail.name} order by created_on, id`.execute(app.db);
    return rows;
  })
  /** A function that runs the last mail job. */
  .extend('lastMailJob', { scope: 'file' }, ({ app, mailJobs }) => async () => {
    const last = (await mailJobs()).at(-1);
    if (last === undefined) throw new Error('there is no mail job');
    return () => sendMail.run(app.ctx(), last.data);
  })
  .extend(
    'mailLog',
    { scope: 'file' },
    ({ app }) =>
      () =>
        app.db.selectFrom('email_log').selectAll().execute(),
  );

interface Asking {
  readonly as?: TestPerson;
  readonly id?: number;
}

/** A raw mail's unfolded headers. */
export const rawHeaders = (mail: string): string =>
  mail.slice(0, mail.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
