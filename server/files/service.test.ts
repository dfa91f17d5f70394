import { StorageUnavailable } from '../ctx/storage.ts';
import { describe, expect, vi } from 'vitest';
import { song, test as base } from '#test/rooms/files.ts';
import type { TestPerson } from '#test/api/people.ts';

const test = base.extend(
  'namesOf',
  { scope: 'file' },
  ({ filesApi }) =>
    (id: number, folder: 'user' | 'output', as: TestPerson) =>
      filesApi.names(id, folder, as),
);

describe('list and links', () => {
  test("`path` of the list is the link's, for folders, spaces and names that were cleaned", async ({
    filesApi,
    client,
    session,
  }) => {
    const { id } = await session();
    const sent = ['a/b/../c/x y.wav', 'w\\in\\dows.wav', '+&=#?%.wav', 'Cafe\u0301.wav', '..wav', 'a/..b/c'];
    await filesApi.deliver(
      id,
      sent.map((path) => song(path)),
      client,
    );
    const { body } = await filesApi.list(id, 'user', client);
    expect(body.files.map(({ filePath }) => filePath).toSorted()).toEqual(
      ['a/b/c/x y.wav', 'w/in/dows.wav', '+&=#?%.wav', 'Caf\u00e9.wav', '..wav', 'a/..b/c'].toSorted(),
    );
    for (const { filePath, size } of body.files) {
      const link = await filesApi.link(id, filePath, client, 'user');
      expect(link.status).toBe(200);
      expect((await filesApi.send(link.body.downloadUrl)).body.length).toBe(size);
    }
  });

  test('the list is by folder, then by name', async ({ filesApi, client, session, namesOf }) => {
    const { id } = await session();
    await filesApi.deliver(
      id,
      ['b.wav', 'z/a.wav', 'a.wav', 'b/c.wav'].map((path) => song(path)),
      client,
    );
    expect(await namesOf(id, 'user', client)).toEqual(['a.wav', 'b.wav', 'b/c.wav', 'z/a.wav']);
  });

  test('a path that is not there is 404: other case, leading slash, a folder, dots', async ({
    filesApi,
    client,
    session,
  }) => {
    const { id } = await session();
    await filesApi.deliver(id, [song('a/song.wav')], client);
    for (const path of ['a/Song.wav', '/a/song.wav', 'a/', 'a', '', 'b/../a/song.wav', '../song.wav'])
      expect((await filesApi.link(id, path, client, 'user')).problem).toMatchObject({
        status: 404,
        detail: 'We could not find this session or file.',
      });
  });

  test('a link lives for 15 minutes and no longer, and opens only its own file', async ({
    app,
    clock,
    filesApi,
    client,
    musician,
    session,
  }) => {
    const { id } = await session();
    await filesApi.deliver(id, [song('one.wav'), song('two.wav')], client);
    const { body } = await filesApi.link(id, 'one.wav', musician.person);
    expect(body.downloadUrl.startsWith('http://localhost:4001/storage/')).toBe(true);
    const keys = await app.db
      .selectFrom('files')
      .select(['name', 'key'])
      .where('session_id', '=', id)
      .execute();
    const keyOf = (name: string) => keys.find((file) => file.name === name)?.key ?? '';
    const bent = body.downloadUrl.replace(keyOf('one.wav'), keyOf('two.wav'));
    expect((await filesApi.send(bent)).status).toBe(403);
    clock.add({ minutes: 14 });
    expect((await filesApi.send(body.downloadUrl)).status).toBe(200);
    clock.add({ minutes: 2 });
    expect((await filesApi.send(body.downloadUrl)).status).toBe(403);
  });

  test('a player reads ranges of it', async ({ filesApi, client, musician, session }) => {
    const { id } = await session();
    await filesApi.deliver(id, [{ path: 'a.wav', bytes: Buffer.from('0123456789') }], client);
    const { body } = await filesApi.link(id, 'a.wav', musician.person);
    const part = await filesApi.send(body.downloadUrl, { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.body.toString(), part.headers['content-range']]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
  });
});

test('storage away: 503 with Retry-After and nothing lost', async ({
  app,
  filesApi,
  client,
  musician,
  session,
}) => {
  const { id } = await session();
  await filesApi.upload(id, [song()], client);
  const { storage } = app.ctx();
  const away = new StorageUnavailable(new Error('no answer'));
  for (const call of ['parts', 'head', 'verify', 'create'] as const)
    vi.spyOn(storage, call).mockRejectedValue(away);
  const told = await filesApi.report(id, client);
  expect(told.problem).toMatchObject({
    status: 503,
    code: 'unavailable',
    detail: 'The studio is away for a moment. Please try again shortly.',
  });
  expect(told.headers['retry-after']).toBe('2');
  expect((await filesApi.links(id, [{ fileName: 'b.wav' }], client)).status).toBe(503);
  vi.restoreAllMocks();
  expect((await filesApi.report(id, client)).status).toBe(200);
  vi.spyOn(storage, 'verify').mockRejectedValue(away);
  const archive = await filesApi.send(`http://localhost:4001/api/sessions/${id}/archive/user`, {
    as: musician.person,
  });
  expect([archive.status, archive.headers['retry-after']]).toEqual([503, '2']);
});
