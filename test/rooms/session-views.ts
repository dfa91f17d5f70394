import { getSession, type Session } from '#shared/sessions/contract.ts';
import type { TestPerson } from '../api/people.ts';
import { test as base } from '../api/test.ts';
import { makeSession, type SessionOptions } from './sessions.ts';

/** `test` with a client and a musician of each test's own, their sessions, and what the API shows of them. */
export const test = base
  .extend('client', ({ studio }) => studio.makeClient({ name: 'Clara Client', zone: 'America/New_York' }))
  .extend('musician', ({ studio }) =>
    studio.makeMusician({
      name: 'Max Musician',
      services: ['recording', 'singer', 'consultation', 'pre-production'],
      instruments: ['bass', 'vocals'],
      zoomLink: 'https://zoom.example/max',
      audiomoversLink: 'https://audio.example/max',
    }),
  )
  .extend(
    'hours',
    { scope: 'file' },
    ({ app }) =>
      (n: number) =>
        app.clock.now().add({ hours: n }),
  )
  .extend(
    'make',
    ({ studio, client, musician }) =>
      (options: Partial<SessionOptions> = {}) =>
        makeSession(studio, { client, musician, ...options }),
  )
  .extend(
    'read',
    ({ app, client }) =>
      async (id: number, as: TestPerson = client): Promise<Session> =>
        (await app.call(getSession, { params: { id } }, as)).body.session,
  );
