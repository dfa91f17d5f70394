import { getSession } from '#shared/sessions/contract.ts';
import { test as base } from './files.ts';

/** `test` with what a session's files, status, events and storage show. */
export const test = base
  .extend(
    'statusOf',
    { scope: 'file' },
    ({ app, client }) =>
      async (id: number) =>
        (await app.call(getSession, { params: { id } }, client)).body.session.status,
  )
  .extend('eventsOf', { scope: 'file' }, ({ app }) => async (id: number) => {
    const events = await app.db
      .selectFrom('session_events')
      .select('event')
      .where('session_id', '=', id)
      .orderBy('id')
      .execute();
    return events.map(({ event }) => event);
  })
  .extend(
    'namesOf',
    { scope: 'file' },
    ({ filesApi, musician }) =>
      (id: number, folder: 'user' | 'output' = 'user') =>
        filesApi.names(id, folder, musician.person),
  )
  .extend(
    'isMarkedForDeletion',
    { scope: 'file' },
    ({ app }) =>
      async (key: string) =>
        (await app.db.selectFrom('doomed_objects').select('key').where('key', '=', key).execute()).length ===
        1,
  )
  .extend(
    'storage',
    { scope: 'file' },
    ({ app }) =>
      () =>
        app.ctx().storage,
  );
