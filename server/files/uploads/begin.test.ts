import { randomBytes } from 'node:crypto';
import { describe, expect } from 'vitest';
import { test as base } from '#test/rooms/files.ts';

/** A name that does not compress: index rows have a maximum size. */
const folder = () => randomBytes(124).toString('hex');
const thousand = (name: string) =>
  Array.from({ length: 1000 }, (_, index) => ({ fileName: `${name} ${index}` }));

const test = base
  .extend(
    'openUploads',
    { scope: 'file' },
    ({ app }) =>
      (id: number) =>
        app.db.selectFrom('uploads').selectAll().where('session_id', '=', id).execute(),
  )
  .extend(
    'namesOf',
    { scope: 'file' },
    ({ filesApi, client }) =>
      (id: number) =>
        filesApi.names(id, 'user', client),
  );

describe('POST /api/sessions/file-upload-link', () => {
  test('answers one url and one key for each file, in order; the key holds nothing of the name', async ({
    filesApi,
    client,
    session,
    namesOf,
  }) => {
    const { id } = await session();
    const answer = await filesApi.links(
      id,
      [
        { fileName: 'kick.wav', filePath: 'drums/kick.wav', fileType: 'audio/wav', fileSize: 3 },
        { fileName: 'snare.wav', filePath: 'drums', fileSize: 3 },
        { fileName: 'notes.txt' },
      ],
      client,
    );
    expect(answer.status).toBe(200);
    expect(answer.body.urls).toHaveLength(3);
    for (const { url, key } of answer.body.urls) {
      expect(key).toMatch(new RegExp(`^sessions/${id}/user/[0-9a-f-]{36}-[0-9a-f]{32}$`));
      expect(url.startsWith(`http://localhost:4000/storage/talkback/${key}?`)).toBe(true);
    }
    for (const { url } of answer.body.urls)
      expect((await filesApi.send(url, { method: 'PUT', body: Buffer.from('abc') })).status).toBe(200);
    expect((await filesApi.report(id, client)).status).toBe(200);
    expect(await namesOf(id)).toEqual(['notes.txt', 'drums/kick.wav', 'drums/snare.wav']);
  });

  test("the musician's links are on the musician's own origin and lead into 'output'", async ({
    filesApi,
    musician,
    session,
  }) => {
    const { id } = await session('partner_upload_required');
    const { body } = await filesApi.links(id, [{ fileName: 'take.wav' }], musician.person);
    expect(body.urls[0]?.url.startsWith('http://localhost:4001/storage/')).toBe(true);
    expect(body.urls[0]?.key).toContain(`sessions/${id}/output/`);
  });

  test.for([
    ['client_files_upload_required', 200, 409],
    ['client_files_pending_review', 200, 409],
    ['client_files_update_required', 200, 409],
    ['partner_ready_to_go', 200, 409],
    ['partner_upload_required', 200, 200],
    ['partner_deliverables_ready', 409, 200],
    ['cancelled', 409, 409],
  ] as const)(
    'in %s the client is answered %i, the musician %i',
    async ([status, clients, musicians], { filesApi, client, musician, session }) => {
      const { id } = await session(status);
      const files = [{ fileName: 'a.wav' }];
      expect((await filesApi.links(id, files, client)).status).toBe(clients);
      expect((await filesApi.links(id, files, musician.person)).status).toBe(musicians);
    },
  );

  test('a refusal says why in words for the person', async ({ filesApi, client, musician, session }) => {
    const upcoming = await session();
    const early = await filesApi.links(upcoming.id, [{ fileName: 'a.wav' }], musician.person);
    expect(early.problem.detail).toBe('You can do this once the session is over.');
    const delivered = await session('partner_deliverables_ready');
    const late = await filesApi.links(delivered.id, [{ fileName: 'a.wav' }], client);
    expect(late.problem.detail).toBe('This session is complete, so it takes no more files.');
  });

  test('5 GiB is taken, 5 GiB + 1 is 413 with the text, and nothing is begun', async ({
    filesApi,
    client,
    session,
    openUploads,
  }) => {
    const { id } = await session();
    expect((await filesApi.links(id, [{ fileName: 'a', fileSize: 5_368_709_120 }], client)).status).toBe(200);
    const files = [{ fileName: 'b' }, { fileName: 'c', fileSize: 5_368_709_121 }];
    const answer = await filesApi.links(id, files, client);
    expect(answer.problem).toMatchObject({
      status: 413,
      code: 'too_large',
      detail: 'Error: Some files were larger than 5 GiB',
    });
    expect(await openUploads(id)).toHaveLength(1);
  });

  test('where no size was told, storage refuses 5 GiB + 1 before its body', async ({
    filesApi,
    client,
    session,
  }) => {
    const { id } = await session();
    const { body } = await filesApi.links(id, [{ fileName: 'huge.wav' }], client);
    const asked = filesApi.open(body.urls[0]?.url ?? '', {
      method: 'PUT',
      headers: { 'content-length': 5_368_709_121 },
    });
    const answer = await new Promise<number | undefined>((answered) => {
      asked.on('response', (response) => answered(response.resume().statusCode));
      asked.on('error', () => {});
      asked.flushHeaders();
    });
    asked.destroy();
    expect(answer).toBe(400);
    expect((await filesApi.report(id, client)).problem.code).toBe('no_complete_file');
  });

  test.for([
    ['no files', { session_id: 100001, files: [] }],
    [
      'more than 1000',
      { session_id: 100001, files: Array.from({ length: 1001 }, () => ({ fileName: 'a' })) },
    ],
    ['a negative size', { session_id: 100001, files: [{ fileName: 'a', fileSize: -1 }] }],
    ['half a byte', { session_id: 100001, files: [{ fileName: 'a', fileSize: 0.5 }] }],
    ['a name of 1001 characters', { session_id: 100001, files: [{ fileName: 'a'.repeat(1001) }] }],
    ['no name', { session_id: 100001, files: [{ filePath: 'a' }] }],
    ['no session', { files: [{ fileName: 'a' }] }],
    ['a session beyond all numbers', { session_id: 2_147_483_648, files: [{ fileName: 'a' }] }],
  ] as const)('%s is malformed: 400', async ([, body], { app, client }) => {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/sessions/file-upload-link',
      headers: { host: 'localhost:4000', cookie: client.cookie },
      payload: body,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'malformed' });
  });

  test.for([
    ['', 'This name cannot be used.'],
    ['..', 'This name cannot be used.'],
    ['\u0000\u202e', 'This name cannot be used.'],
    [`${`${'x'.repeat(250)}/`.repeat(8)}a.wav`, 'This name with its folders is too long.'],
  ] as const)(
    '%j as a path is 422 and names the file',
    async ([filePath, message], { filesApi, client, session, openUploads }) => {
      const { id } = await session();
      const fileName = filePath === '' ? '' : (filePath.split('/').at(-1) ?? '');
      const answer = await filesApi.links(id, [{ fileName: 'fine.wav' }, { fileName, filePath }], client);
      expect(answer.problem).toMatchObject({
        status: 422,
        code: 'invalid',
        errors: [{ field: 'files.1.filePath', message }],
      });
      expect(await openUploads(id)).toEqual([]);
    },
  );

  test('two files of one name in one call are 422: one of them would be lost', async ({
    filesApi,
    client,
    session,
  }) => {
    const { id } = await session();
    const answer = await filesApi.links(id, [{ fileName: 'a.wav' }, { fileName: './a.wav' }], client);
    expect(answer.problem).toMatchObject({
      status: 422,
      errors: [{ field: 'files.1.filePath', message: 'Two of the files have this name.' }],
    });
  });

  test('the deepest place that is taken can be listed, found and replaced', async ({
    filesApi,
    client,
    session,
    namesOf,
  }) => {
    const { id } = await session();
    const path = `${Array.from({ length: 8 }, folder).join('/')}/a.wav`;
    expect(Buffer.byteLength(path)).toBeGreaterThan(1990);
    await filesApi.deliver(id, [{ path, bytes: Buffer.from('1') }], client);
    await filesApi.deliver(id, [{ path, bytes: Buffer.from('22') }], client);
    expect(await namesOf(id)).toEqual([path]);
    expect((await filesApi.link(id, path, client, 'user')).status).toBe(200);
  });

  test('3,000 uploads may be under way into a folder; the next is 409 until some have arrived or were given up', async ({
    filesApi,
    client,
    session,
  }) => {
    const { id } = await session();
    for (const name of ['a', 'b', 'c'])
      expect((await filesApi.links(id, thousand(name), client)).status).toBe(200);
    const over = await filesApi.links(id, [{ fileName: 'one more' }], client);
    expect(over.problem).toMatchObject({
      status: 409,
      code: 'too_many_uploads',
      detail: 'Many uploads of this session are still open. Please let some of them finish first.',
    });
  });
});
