import { waveform } from '#shared/files/contract.ts';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { StorageUnavailable } from '../../ctx/storage.ts';
import { song, test as base } from '#test/rooms/files.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeWaveforms } from './jobs.ts';
import { makeWav } from '#test/rooms/audio.ts';

const tone = (level: number, frames = 4000) =>
  makeWav(Array.from({ length: frames }, (_, index) => [index % 2 === 0 ? level : -level]));
const test = base
  .extend(
    'idOf',
    { scope: 'file' },
    ({ app }) =>
      async (session_id: number, name: string): Promise<string> =>
        (
          await app.db
            .selectFrom('files')
            .select('id')
            .where('session_id', '=', session_id)
            .where('name', '=', name)
            .executeTakeFirstOrThrow()
        ).id,
  )
  .extend(
    'ask',
    { scope: 'file' },
    ({ app }) =>
      (session_id: number, file_id: string, as: TestPerson | null) =>
        app.call(waveform, { query: { session_id, file_id } }, as),
  )
  .extend(
    'storage',
    { scope: 'file' },
    ({ app }) =>
      () =>
        app.ctx().storage,
  )
  .extend('waiting', { scope: 'file' }, ({ app }) => async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from jobs.job
    where name = 'files.waveforms' and state = 'created'`.execute(app.db);
    return rows[0]?.count ?? 0;
  })
  .extend(
    'keyOf',
    { scope: 'file' },
    ({ app }) =>
      async (id: number) =>
        (
          await app.db
            .selectFrom('files')
            .select('key')
            .where('session_id', '=', id)
            .executeTakeFirstOrThrow()
        ).key,
  );

test.afterEach(async ({ app }) => {
  await app.queues.drain();
});

describe('an audio file that has arrived', () => {
  test("is 'preparing', then ready with its length and 400 peaks, for both sides, read once", async ({
    app,
    filesApi,
    client,
    musician,
    session,
    idOf,
    ask,
    storage,
  }) => {
    const { id } = await session();
    await filesApi.deliver(id, [{ path: 'take.wav', bytes: tone(0.5) }], client);
    const file = await idOf(id, 'take.wav');
    const before = await ask(id, file, client);
    expect([before.status, before.body]).toEqual([200, { state: 'preparing', seconds: null, peaks: [] }]);

    const reads = vi.spyOn(storage(), 'get');
    await app.queues.drain();
    expect(reads).toHaveBeenCalled();
    reads.mockClear();
    for (const person of [client, musician.person]) {
      const { status, body } = await ask(id, file, person);
      expect([status, body]).toEqual([
        200,
        { state: 'ready', seconds: 0.5, peaks: Array<number>(400).fill(128) },
      ]);
    }
    await makeWaveforms.run(app.ctx(), {});
    expect(reads).not.toHaveBeenCalled();
  });

  test('is read by one run, though another begins meanwhile', async ({
    app,
    filesApi,
    client,
    session,
    idOf,
    ask,
    storage,
  }) => {
    const { id } = await session();
    await filesApi.deliver(id, [{ path: 'long.wav', bytes: tone(0.5) }], client);
    const verify = storage().verify.bind(storage());
    vi.spyOn(storage(), 'verify').mockImplementationOnce(async (key, pin) => {
      await makeWaveforms.run(app.ctx(), {});
      return verify(key, pin);
    });
    const reads = vi.spyOn(storage(), 'get');
    await makeWaveforms.run(app.ctx(), {});
    // Its header, then its samples.
    expect(reads).toHaveBeenCalledTimes(2);
    expect((await ask(id, await idOf(id, 'long.wav'), client)).body.state).toBe('ready');
  });

  test("what cannot be read is 'unavailable', remembered and not read again; what is no audio is never asked for", async ({
    app,
    filesApi,
    client,
    session,
    idOf,
    ask,
    storage,
    waiting,
  }) => {
    const { id } = await session();
    await filesApi.deliver(id, [song('broken.wav'), song('broken.mp3'), song('notes.txt')], client);
    await app.queues.drain();
    const reads = vi.spyOn(storage(), 'get');
    for (const name of ['broken.wav', 'broken.mp3', 'notes.txt']) {
      const { status, body } = await ask(id, await idOf(id, name), client);
      expect([name, status, body]).toEqual([name, 200, { state: 'unavailable', seconds: null, peaks: [] }]);
    }
    expect(await waiting()).toBe(0);
    await makeWaveforms.run(app.ctx(), {});
    expect(reads).not.toHaveBeenCalled();
  });

  test('a file that gave way to another of its name has the waveform of the new bytes', async ({
    app,
    filesApi,
    client,
    session,
    idOf,
    ask,
  }) => {
    const { id } = await session();
    await filesApi.deliver(id, [{ path: 'take.wav', bytes: tone(1) }], client);
    await app.queues.drain();
    const file = await idOf(id, 'take.wav');
    expect((await ask(id, file, client)).body.peaks[0]).toBe(255);
    await filesApi.deliver(id, [{ path: 'take.wav', bytes: tone(0.25, 8000) }], client);
    expect((await ask(id, file, client)).body.state).toBe('preparing');
    await app.queues.drain();
    expect((await ask(id, file, client)).body).toMatchObject({ state: 'ready', seconds: 1 });
    expect((await ask(id, file, client)).body.peaks[0]).toBe(64);
  });

  test('one that is replaced, or deleted, while its waveform is made gets none of the old bytes', async ({
    app,
    filesApi,
    client,
    session,
    idOf,
    ask,
    storage,
  }) => {
    const { id } = await session();
    await filesApi.deliver(id, [{ path: 'take.wav', bytes: tone(1) }], client);
    const file = await idOf(id, 'take.wav');
    const real = { ...storage() };
    vi.spyOn(storage(), 'verify').mockImplementationOnce(async (key, pin) => {
      const object = await real.verify(key, pin);
      await filesApi.deliver(id, [{ path: 'take.wav', bytes: tone(0.5) }], client);
      return object;
    });
    await makeWaveforms.run(app.ctx(), {});
    expect((await ask(id, file, client)).body.state).toBe('preparing');
    vi.spyOn(storage(), 'verify').mockImplementationOnce(async (key, pin) => {
      const object = await real.verify(key, pin);
      await filesApi.deleteFolder(id, client);
      return object;
    });
    await makeWaveforms.run(app.ctx(), {});
    expect((await ask(id, file, client)).status).toBe(404);
  });

  test('is asked for once, however often it is looked at', async ({
    app,
    filesApi,
    client,
    session,
    idOf,
    ask,
    waiting,
  }) => {
    const { id } = await session();
    await filesApi.deliver(id, [{ path: 'a.wav', bytes: tone(1) }], client);
    await app.queues.drain();
    await app.db.deleteFrom('waveforms').execute();
    const file = await idOf(id, 'a.wav');
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(id, file, client)));
    expect(new Set(answers.map(({ body }) => body.state))).toEqual(new Set(['preparing']));
    // A minute may end in between.
    expect(await waiting()).toBeLessThanOrEqual(2);
  });
});

describe('storage', () => {
  test('that is away is tried again; a file it does not give keeps no other waiting', async ({
    app,
    filesApi,
    client,
    session,
    idOf,
    ask,
    storage,
  }) => {
    const { id } = await session();
    await filesApi.deliver(
      id,
      [
        { path: 'a.wav', bytes: tone(1) },
        { path: 'b.wav', bytes: tone(1) },
      ],
      client,
    );
    const real = { ...storage() };
    vi.spyOn(storage(), 'get').mockRejectedValueOnce(new StorageUnavailable(new Error('down')));
    await expect(makeWaveforms.run(app.ctx(), {})).rejects.toThrow('storage away');
    const bad = await app.db
      .selectFrom('files')
      .select('key')
      .where('session_id', '=', id)
      .where('name', '=', 'a.wav')
      .executeTakeFirstOrThrow();
    vi.spyOn(storage(), 'get').mockImplementation(async (key, options) => {
      if (key === bad.key) throw new Error('broken');
      return real.get(key, options);
    });
    await makeWaveforms.run(app.ctx(), {});
    expect((await ask(id, await idOf(id, 'a.wav'), client)).body.state).toBe('preparing');
    expect((await ask(id, await idOf(id, 'b.wav'), client)).body.state).toBe('ready');
    vi.restoreAllMocks();
    await makeWaveforms.run(app.ctx(), {});
    expect((await ask(id, await idOf(id, 'a.wav'), client)).body.state).toBe('ready');
  });

  test('that has lost the bytes leaves nothing to wait for', async ({
    app,
    filesApi,
    client,
    session,
    idOf,
    ask,
    storage,
    keyOf,
  }) => {
    const { id } = await session();
    await filesApi.deliver(id, [{ path: 'a.wav', bytes: tone(1) }], client);
    await storage().delete([await keyOf(id)]);
    await makeWaveforms.run(app.ctx(), {});
    expect((await ask(id, await idOf(id, 'a.wav'), client)).body.state).toBe('unavailable');
  });
});

describe('who', () => {
  test("401, 400, and 404 for somebody else's session, another session's file and what is not there", async ({
    studio,
    filesApi,
    client,
    musician,
    session,
    idOf,
    ask,
  }) => {
    const { id } = await session();
    const other = await session();
    await filesApi.deliver(id, [{ path: 'a.wav', bytes: tone(1) }], client);
    const file = await idOf(id, 'a.wav');
    const stranger = await studio.makeClient();
    const otherMusician = await studio.makeMusician();
    expect((await ask(id, file, null)).status).toBe(401);
    expect((await ask(id, 'x', client)).status).toBe(400);
    for (const person of [stranger, otherMusician.person])
      expect((await ask(id, file, person)).problem).toMatchObject({ status: 404, code: 'not_found' });
    expect((await ask(other.id, file, client)).status).toBe(404);
    expect((await ask(id, '01900000-0000-7000-8000-000000000000', client)).status).toBe(404);
    expect((await ask(id, file, musician.person)).status).toBe(200);
  });

  test('what was delivered is held as its download is', async ({
    app,
    clock,
    studio,
    filesApi,
    musician,
    session,
    idOf,
    ask,
  }) => {
    const by = await studio.makeClient({ status: 'ondemand' });
    const { id, starts } = await session('partner_upload_required', by);
    await filesApi.deliver(id, [{ path: 'mine.wav', bytes: tone(1) }], by);
    await filesApi.deliver(id, [{ path: 'take.wav', bytes: tone(1) }], musician.person);
    await app.queues.drain();
    const [mine, take] = [await idOf(id, 'mine.wav'), await idOf(id, 'take.wav')];
    const opens = starts.add({ hours: 24 });
    clock.instant = opens.subtract({ milliseconds: 1 });
    expect((await ask(id, take, by)).problem).toMatchObject({ status: 403, code: 'files_held' });
    expect((await ask(id, mine, by)).body.state).toBe('ready');
    expect((await ask(id, take, musician.person)).body.state).toBe('ready');
    clock.instant = opens;
    expect((await ask(id, take, by)).body.state).toBe('ready');
    clock.instant = starts.add({ hours: 24 * 30, milliseconds: 1 });
    expect((await ask(id, take, by)).status).toBe(403);
  });
});
