import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, vi } from 'vitest';
import { START } from '#test/api/app.ts';
import { type SentFile, test as base } from '#test/rooms/files.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { deleteOrphans } from '../jobs.ts';
import { listZip, unpackZip } from '#test/rooms/zip.ts';

const SENT: readonly SentFile[] = [
  { path: 'stems/kick.wav', bytes: randomBytes(200_000) },
  { path: 'stems/Übung 🎸.wav', bytes: randomBytes(70_000) },
  { path: 'notes "final".txt', bytes: Buffer.from('hello') },
  { path: 'empty', bytes: Buffer.alloc(0) },
];

/** The first bytes of a source, as if its file ended there. */
async function* shortened(source: Readable, left: number): AsyncGenerator<Buffer> {
  for await (const piece of source as AsyncIterable<Buffer>) {
    if (left > 0) yield piece.subarray(0, left);
    left -= piece.length;
  }
}

/** Sessions so far: each has a time of its own. */
let made = 0;
const test = base
  .extend(
    'folderWith',
    ({ clock, studio, filesApi, client, musician }) =>
      async (files: readonly SentFile[], title = 'Night Drive'): Promise<number> => {
        made += 1;
        const starts = clock.now().add({ hours: made + 24 });
        const { id } = await makeSession(studio, { client, musician, title, starts });
        if (files.length > 0) await filesApi.deliver(id, files, client);
        return id;
      },
  )
  .extend(
    'archive',
    { scope: 'file' },
    ({ filesApi, musician }) =>
      (id: number, headers: Record<string, string> = {}, method = 'GET') =>
        filesApi.send(`http://localhost:4001/api/sessions/${id}/archive/user`, {
          as: musician.person,
          headers,
          method,
        }),
  );

test('the link is polled until ready and leads to the whole folder: names, folders, every byte, exact length', async ({
  filesApi,
  musician,
  folderWith,
}) => {
  const id = await folderWith(SENT);
  const link = await filesApi.archiveLink(id, musician.person);
  expect(link.body).toEqual({
    code: 'files-ready',
    downloadUrl: `http://localhost:4001/api/sessions/${id}/archive/user`,
  });
  const got = await filesApi.send(link.body.downloadUrl ?? '', { as: musician.person });
  expect(got.status).toBe(200);
  expect(got.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(got.body.length),
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="Night Drive - ${id}.zip"; filename*=UTF-8''Night%20Drive%20-%20${id}.zip`,
    'x-content-type-options': 'nosniff',
  });
  const files = unpackZip(got.body);
  expect([...files.keys()]).toEqual(['empty', 'notes "final".txt', 'stems/kick.wav', 'stems/Übung 🎸.wav']);
  for (const { path, bytes } of SENT) expect(files.get(path)?.equals(bytes)).toBe(true);
  for (const { utf8, seconds } of listZip(got.body))
    expect([utf8, seconds]).toEqual([true, Temporal.Instant.from(START).epochMilliseconds / 1000]);
});

test('a title of any script names the archive, and never breaks the header', async ({
  folderWith,
  archive,
}) => {
  const id = await folderWith(SENT.slice(0, 1), '夜 "x"\r\nset-cookie: a=b 🎸');
  const got = await archive(id);
  const disposition = String(got.headers['content-disposition']);
  expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(
    `夜 "x"\r\nset-cookie: a=b 🎸 - ${id}.zip`,
  );
  expect(got.headers['set-cookie']).toBeUndefined();
});

test('any range is the same bytes: from the start, in the middle, to the end, the last ones', async ({
  folderWith,
  archive,
}) => {
  const id = await folderWith(SENT);
  const whole = await archive(id);
  const size = whole.body.length;
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 0],
    ['bytes=199990-200100', 199_990, 200_100],
    [`bytes=${size - 10}-`, size - 10, size - 1],
    ['bytes=-100', size - 100, size - 1],
    [`bytes=5-${size + 1000}`, 5, size - 1],
    [`bytes=-${size + 1000}`, 0, size - 1],
  ] as const) {
    const part = await archive(id, { range });
    expect([range, part.status]).toEqual([range, 206]);
    expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${size}`);
    expect(part.headers['content-length']).toBe(String(end - start + 1));
    expect(part.body.equals(whole.body.subarray(start, end + 1))).toBe(true);
  }
});

test('beyond the end is 416 with the size; what is not understood is answered whole', async ({
  folderWith,
  archive,
}) => {
  const id = await folderWith(SENT);
  const size = (await archive(id)).body.length;
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const answer = await archive(id, { range });
    expect([answer.status, answer.headers['content-range'], answer.body.length]).toEqual([
      416,
      `bytes */${size}`,
      0,
    ]);
  }
  for (const range of ['bytes=5-2', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=-', 'bytes=a-b'])
    expect([range, (await archive(id, { range })).body.length]).toEqual([range, size]);
});

test('a download that broke goes on while nothing changed; after a change it starts over', async ({
  filesApi,
  client,
  folderWith,
  archive,
}) => {
  const id = await folderWith(SENT);
  const first = await archive(id);
  const etag = String(first.headers.etag);
  const going = await archive(id, { range: 'bytes=100-', 'if-range': etag });
  expect(going.status).toBe(206);
  expect(Buffer.concat([first.body.subarray(0, 100), going.body]).equals(first.body)).toBe(true);
  expect(going.headers.etag).toBe(etag);

  await filesApi.deliver(id, [{ path: 'stems/kick.wav', bytes: randomBytes(200_000) }], client);
  const over = await archive(id, { range: 'bytes=100-', 'if-range': etag });
  expect(over.status).toBe(200);
  expect(over.body.length).toBe(first.body.length);
  expect(over.headers.etag).not.toBe(etag);
  expect(unpackZip(over.body).size).toBe(4);
});

test('HEAD tells length and name and reads no file', async ({ app, folderWith, archive }) => {
  const id = await folderWith(SENT);
  const size = (await archive(id)).body.length;
  const get = vi.spyOn(app.ctx().storage, 'get');
  const head = await archive(id, {}, 'HEAD');
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(size), 0]);
  expect(get).not.toHaveBeenCalled();
});

test('an empty folder: 409, of the link and of the archive', async ({
  filesApi,
  musician,
  folderWith,
  archive,
}) => {
  const id = await folderWith([]);
  const link = await filesApi.archiveLink(id, musician.person);
  expect(link.problem).toMatchObject({ status: 409, code: 'no_files', detail: 'No files' });
  expect((await archive(id)).status).toBe(409);
});

test("without a folder it is the other side's; one's own is for the asking", async ({
  filesApi,
  client,
  folderWith,
}) => {
  const id = await folderWith(SENT);
  expect((await filesApi.archiveLink(id, client)).problem.code).toBe('no_files');
  const own = await filesApi.archiveLink(id, client, 'user');
  expect(own.body.downloadUrl).toBe(`http://localhost:4000/api/sessions/${id}/archive/user`);
});

test('a file deleted while it streams still comes whole, within the hour; once buried, the download is cut', async ({
  app,
  clock,
  filesApi,
  client,
  musician,
  folderWith,
  archive,
}) => {
  const id = await folderWith(SENT);
  const { storage } = app.ctx();
  const real = { ...storage };
  let during: () => Promise<unknown> = () => filesApi.deleteFolder(id, client);
  vi.spyOn(storage, 'get').mockImplementation(async (key, options) => {
    await during();
    during = async () => {};
    return real.get(key, options);
  });
  const whole = await archive(id);
  expect([whole.status, whole.cut]).toEqual([200, false]);
  expect(unpackZip(whole.body).size).toBe(4);

  await filesApi.deliver(id, SENT, client);
  during = async () => {
    await filesApi.deleteFolder(id, client);
    clock.add({ hours: 1 });
    await deleteOrphans.run(app.ctx(), {});
  };
  const cut = await archive(id);
  expect([cut.status, cut.cut]).toEqual([200, true]);
  expect(cut.body.length).toBeLessThan(Number(cut.headers['content-length']));
  expect((await archive(id)).status).toBe(409);
  expect((await filesApi.archiveLink(id, musician.person)).problem).toMatchObject({
    status: 409,
    code: 'no_files',
    detail: 'No files',
  });
});

test('a file whose bytes were changed refuses the archive before a byte; changed while it streams, it cuts the download', async ({
  app,
  folderWith,
  archive,
}) => {
  const id = await folderWith([{ path: 'a.wav', bytes: Buffer.from('right') }]);
  const { key } = await app.db
    .selectFrom('files')
    .select('key')
    .where('session_id', '=', id)
    .executeTakeFirstOrThrow();
  const { storage } = app.ctx();
  const real = { ...storage };
  vi.spyOn(storage, 'get').mockImplementationOnce(async (...asked) => {
    await real.put(key, Buffer.from('wrong'), 5, 'audio/wav');
    return real.get(...asked);
  });
  const cut = await archive(id);
  expect([cut.status, cut.cut, cut.body.includes('wrong')]).toEqual([200, true, false]);
  const refused = await archive(id);
  expect([refused.status, JSON.parse(refused.body.toString())]).toEqual([
    409,
    expect.objectContaining({ code: 'file_changed', detail: expect.stringContaining('a.wav') }),
  ]);
});

test('a file that was cut short on the disk cuts the download; it never ends well', async ({
  app,
  folderWith,
  archive,
}) => {
  const id = await folderWith([{ path: 'a.wav', bytes: randomBytes(700_000) }]);
  const { storage } = app.ctx();
  const real = { ...storage };
  vi.spyOn(storage, 'get').mockImplementationOnce(async (key, options) => {
    const source = await real.get(key, options);
    return Readable.from(shortened(source, 600_000));
  });
  const cut = await archive(id);
  expect([cut.status, cut.cut]).toEqual([200, true]);
  expect(cut.body.length).toBeLessThan(700_000);
});

test('a reader that goes away in the middle closes what was being read', async ({
  app,
  filesApi,
  musician,
  folderWith,
}) => {
  // More than the buffers of a connection hold.
  const id = await folderWith([{ path: 'long.wav', bytes: Buffer.alloc(64 * 2 ** 20, 'x') }]);
  const { storage } = app.ctx();
  const real = { ...storage };
  const sources: Readable[] = [];
  vi.spyOn(storage, 'get').mockImplementation(async (...asked) => {
    const source = await real.get(...asked);
    sources.push(source);
    return source;
  });
  const asked = filesApi.open(`http://localhost:4001/api/sessions/${id}/archive/user`, {
    as: musician.person,
  });
  asked.on('error', () => {});
  asked.end();
  try {
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.on('error', () => {});
    // The first bytes come before any file is opened.
    await expect.poll(() => sources.map(({ closed }) => closed)).toEqual([false]);
  } finally {
    asked.destroy();
  }
  await expect.poll(() => sources.map(({ closed }) => closed)).toEqual([true]);
  expect(sources.map(({ readableEnded }) => readableEnded)).toEqual([false]);
});
