import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { song, test as base } from '#test/rooms/files.ts';
import type { TestPerson } from '#test/api/people.ts';

const test = base.extend(
  'namesOf',
  { scope: 'file' },
  ({ filesApi }) =>
    (id: number, folder: 'user' | 'output', as: TestPerson) =>
      filesApi.names(id, folder, as),
);

describe('deleting a folder', () => {
  test.for([
    ['client_files_pending_review', 'client_files_upload_required'],
    ['partner_ready_to_go', 'client_files_upload_required'],
    ['client_files_update_required', 'client_files_update_required'],
  ] as const)(
    'from %s all pre-session files deleted: %s, by the client and by the musician',
    async ([from, to], { app, filesApi, client, musician, session, namesOf }) => {
      for (const by of ['client', 'musician'] as const) {
        const { id } = await session('client_files_upload_required');
        await filesApi.deliver(id, [song(), song('b.wav')], client);
        await app.db.updateTable('sessions').set({ status: from }).where('id', '=', id).execute();
        const answer =
          by === 'client'
            ? await filesApi.deleteFolder(id, client)
            : await filesApi.deleteFolder(id, musician.person, 'user');
        expect(answer.body.session).toMatchObject({ status: to, files: { user: 0, output: 0 } });
        expect(await namesOf(id, 'user', client)).toEqual([]);
      }
    },
  );

  test("a musician's own folder is the output; the files of the other stay", async ({
    filesApi,
    client,
    musician,
    session,
  }) => {
    const { id } = await session('partner_upload_required');
    await filesApi.deliver(id, [song('theirs.wav')], client);
    await filesApi.deliver(id, [song('ours.wav')], musician.person);
    const { body } = await filesApi.deleteFolder(id, musician.person);
    expect(body.session).toMatchObject({ status: 'partner_upload_required', files: { user: 1, output: 0 } });
  });

  test('a client may not delete what was delivered', async ({
    filesApi,
    client,
    musician,
    session,
    namesOf,
  }) => {
    const { id } = await session('partner_upload_required');
    await filesApi.deliver(id, [song()], musician.person);
    const answer = await filesApi.deleteFolder(id, client, 'output');
    expect(answer.problem).toMatchObject({
      status: 403,
      code: 'not_yours',
      detail: 'Only the musician may delete these files.',
    });
    expect(await namesOf(id, 'output', client)).toEqual(['song.wav']);
  });

  test('of more files than a statement takes parameters', async ({ app, filesApi, client, session }) => {
    const { id } = await session('client_files_pending_review');
    const FILES = 40_000;
    await sql`
      insert into files (id, session_id, folder, prefix, name, key, content_type, size, uploaded_by, last_modified)
      select gen_random_uuid(), ${id}, 'user', '', n || '.wav', ${`many/${id}/`} || n, 'audio/wav', 1, ${client.id}, now()
      from generate_series(1, ${FILES}::integer) n`.execute(app.db);
    const { body } = await filesApi.deleteFolder(id, client);
    expect(body.session).toMatchObject({ status: 'client_files_upload_required', files: { user: 0 } });
    const doomed = await sql<{ count: number }>`
      select count(*)::integer as count from doomed_objects where key like ${`many/${id}/%`}`.execute(app.db);
    expect(doomed.rows[0]?.count).toBe(FILES);
    await sql`delete from doomed_objects where key like ${`many/${id}/%`}`.execute(app.db);
  });

  test('an empty folder stays empty, and the status stays: a closed session is not opened again', async ({
    filesApi,
    musician,
    session,
  }) => {
    const { id } = await session('partner_deliverables_ready');
    const answer = await filesApi.deleteOutput(id, musician.person);
    expect([answer.status, answer.body.session.status]).toEqual([200, 'partner_deliverables_ready']);
  });

  test('not in a cancelled session: 409', async ({ filesApi, client, musician, session }) => {
    const { id } = await session('cancelled');
    for (const answer of [
      await filesApi.deleteFolder(id, client),
      await filesApi.deleteOutput(id, musician.person),
    ])
      expect(answer.problem).toMatchObject({
        status: 409,
        code: 'not_now',
        detail: 'Files cannot be deleted at this stage of the session.',
      });
  });

  test('ten times at once: deleted once, the status moves once', async ({
    app,
    filesApi,
    musician,
    session,
  }) => {
    const { id } = await session('partner_upload_required');
    await filesApi.deliver(id, [song()], musician.person);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => filesApi.deleteOutput(id, musician.person)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const moves = await app.db
      .selectFrom('session_events')
      .select('event')
      .where('session_id', '=', id)
      .where('event', '=', 'output_files_deleted')
      .execute();
    expect(moves).toHaveLength(1);
  });
});
