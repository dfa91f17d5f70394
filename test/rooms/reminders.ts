import { makeSession, type TestSession } from './sessions.ts';
import type { TestPerson } from '../api/people.ts';
import { remind } from '#server/notifications/remind.ts';
import { test as base } from './mails.ts';

/** `test` with a client, a musician, and what is due at an instant. */
export const test = base
  .extend('client', ({ studio }) =>
    studio.makeClient({ name: 'Clara Client', zone: 'Europe/Lisbon', credits: 12 }),
  )
  .extend('musician', ({ studio }) => studio.makeMusician({ name: 'Max Musician' }))
  /** Runs what is due in two processes at once, and sends it. */
  .extend('look', { scope: 'file' }, ({ app }) => async (): Promise<void> => {
    await Promise.all([remind.run(app.ctx(), {}), remind.run(app.ctx(), {})]);
    await app.queues.drain();
  })
  .extend('at', { scope: 'file' }, ({ app }) => (instant: Temporal.Instant) => {
    app.clock.instant = instant;
  })
  /** Subjects of the mails to an address since the last call. */
  .extend(
    'subjects',
    ({ inbox }) =>
      (person: TestPerson) =>
        inbox.take(person.email).map(({ subject }) => subject ?? ''),
  )
  /** A session some days from now, on the hour, booked a week before its start. */
  .extend(
    'inDays',
    ({ app, studio, client, musician }) =>
      async (days: number, more: Partial<Parameters<typeof makeSession>[1]> = {}): Promise<TestSession> => {
        const starts = app.clock
          .now()
          .add({ hours: days * 24 })
          .round({ smallestUnit: 'hour', roundingMode: 'ceil' });
        return makeSession(studio, { client, musician, starts, status: 'partner_ready_to_go', ...more });
      },
  );
