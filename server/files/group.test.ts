import { describe, expect } from 'vitest';
import { filesInfo } from '#shared/files/contract.ts';
import { approve, getSession, listSessions } from '#shared/sessions/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
import { song } from '#test/rooms/files.ts';
import { test as base } from '#test/rooms/parts.ts';
import { finalizeUnreportedUploads } from './jobs.ts';

const [WANTED, REVIEW] = ['client_files_upload_required', 'client_files_pending_review'];

const test = base
  /** Announces a file that never arrives; returns its key. */
  .extend(
    'missing',
    { scope: 'file' },
    ({ filesApi, client }) =>
      async (id: number, fileName: string, as: TestPerson = client): Promise<string> => {
        const { body } = await filesApi.links(id, [{ fileName, fileSize: 9 }], as);
        return body.urls[0]?.key ?? '';
      },
  )
  .extend(
    'panel',
    { scope: 'file' },
    ({ app, client }) =>
      async (id: number, as: TestPerson = client) =>
        (await app.call(getSession, { params: { id } }, as)).body.session,
  )
  .extend(
    'status',
    { scope: 'file' },
    ({ panel }) =>
      async (id: number) =>
        (await panel(id)).status,
  );

describe('the status moves once every announced file of the group is complete', () => {
  test('what has arrived is listed and counted file by file; the last one moves the status', async ({
    app,
    filesApi,
    client,
    musician,
    session,
    parts,
    panel,
  }) => {
    const { id } = await session();
    const [first = ''] = await filesApi.upload(id, [song('a.wav')], client);
    const late = await filesApi.links(id, [{ fileName: 'b.wav', fileSize: 3 }], client);
    const answer = await filesApi.report(id, client);
    expect([answer.status, answer.body.session.status, answer.body.session.files.user]).toEqual([
      200,
      WANTED,
      1,
    ]);
    expect((await panel(id, musician.person)).files.user).toBe(1);
    const { sessions } = (await app.call(listSessions, {}, client)).body;
    expect(sessions.find((card) => card.id === id)?.files.user).toBe(1);
    expect(await parts.rowOf(first)).toBeUndefined();

    await filesApi.send(late.body.urls[0]?.url ?? '', { method: 'PUT', body: Buffer.from('abc') });
    expect((await filesApi.report(id, client)).body.session.status).toBe(REVIEW);
  });

  test("'Send without these': giving up what is missing moves it, once", async ({
    app,
    clock,
    filesApi,
    client,
    musician,
    session,
    parts,
    missing,
    status,
  }) => {
    const { id } = await session();
    const gone = await missing(id, 'never.wav');
    await filesApi.deliver(id, [song('a.wav')], client);
    expect(await status(id)).toBe(WANTED);
    await parts.cancel(id, [gone], client);
    expect(await status(id)).toBe(REVIEW);

    clock.add({ minutes: 1 });
    await app.call(approve, { body: { session_id: id } }, musician.person);
    clock.add({ minutes: 1 });
    await parts.cancel(id, [await missing(id, 'changed my mind.wav')], client);
    expect(await status(id), 'nothing new has come').toBe('partner_ready_to_go');
  });

  test('a browser that dies in the middle leaves the session where it was, and what is missing is shown', async ({
    app,
    clock,
    filesApi,
    client,
    session,
    parts,
    missing,
    panel,
    status,
  }) => {
    const { id } = await session();
    const gone = await missing(id, 'never.wav');
    await filesApi.upload(id, [song('a.wav')], client);
    clock.add({ minutes: 10 });
    await finalizeUnreportedUploads.run(app.ctx(), {});
    expect([await status(id), (await panel(id)).files.user]).toEqual([WANTED, 1]);
    const { uploads } = (await parts.open(id, client)).body;
    expect(uploads).toMatchObject([{ key: gone, filename: 'never.wav', uploadId: null, loaded: 0 }]);
    expect((await filesApi.report(id, client)).body.session.status).toBe(WANTED);
    await parts.cancel(id, [gone], client);
    expect(await status(id)).toBe(REVIEW);
  });

  test('a sender who has more to come says so: only the named files are listed, and the status waits', async ({
    app,
    filesApi,
    client,
    session,
    parts,
  }) => {
    const { id } = await session();
    const [a = '', b = ''] = await filesApi.upload(id, [song('a.wav'), song('b.wav')], client);
    const tell = (info: { keys?: string[]; more?: boolean }) =>
      app.call(
        filesInfo,
        { body: { session_id: id, files_info: { status: 'presession-uploaded', ...info } } },
        client,
      );
    expect((await tell({ keys: [a], more: true })).body.session).toMatchObject({
      status: WANTED,
      files: { user: 1 },
    });
    expect(await parts.rowOf(b)).toBeDefined();
    expect((await tell({ more: true })).body.session).toMatchObject({ status: WANTED, files: { user: 2 } });
    expect((await tell({})).body.session.status).toBe(REVIEW);
  });

  test('the musician’s delivery waits for its group as well', async ({
    filesApi,
    musician,
    session,
    parts,
    missing,
    status,
  }) => {
    const { id } = await session('partner_upload_required');
    const { person } = musician;
    const gone = await missing(id, 'stems.zip', person);
    await filesApi.deliver(id, [song('mix.wav')], person);
    expect(await status(id)).toBe('partner_upload_required');
    await parts.cancel(id, [gone], person);
    expect(await status(id)).toBe('partner_deliverables_ready');
  });
});
