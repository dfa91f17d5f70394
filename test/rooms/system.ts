import { sql } from 'kysely';
import type { Job } from '#server/ctx/ctx.ts';
import { newId } from '#server/lib/ids.ts';
import { sendMail } from '#server/notifications/jobs.ts';
import type { QueuedMail } from '#server/notifications/mails/queued-mail.ts';
import { test as base } from './mails.ts';

/** A mail to enqueue, as an event's handler does. */
export type MailToSend = Omit<QueuedMail, 'event_id' | 'at'>;

/** `test` with an operator, mails that are enqueued, and jobs that fail every try. */
export const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator', { name: 'Olga Operator' }))
  /** Enqueues a mail; it is sent by `app.queues.drain()`. */
  .extend('enqueueMail', { scope: 'file' }, ({ app, studio }) => async (mail: MailToSend) => {
    const stored = { ...mail, event_id: newId(), at: app.clock.now().toString() } as QueuedMail;
    await studio.inTx((tx) => app.ctx().events.enqueue(tx, sendMail, stored));
  })
  /** Lets a job fail its last try; returns its row among the failed ones. */
  .extend(
    'failJob',
    { scope: 'file' },
    ({ app, studio }) =>
      async <P extends object>(job: Job<P>, payload: P): Promise<{ readonly id: string }> => {
        await studio.inTx((tx) => app.ctx().events.enqueue(tx, job, payload));
        await sql`update jobs.job set retry_limit = 0 where name = ${job.name} and state = 'created'`.execute(
          app.db,
        );
        await app.queues.drain().catch(() => {});
        return app.db
          .selectFrom('dead_letters')
          .select('id')
          .orderBy('id', 'desc')
          .where('queue', '=', job.name)
          .where('settled_at', 'is', null)
          .executeTakeFirstOrThrow();
      },
  );
