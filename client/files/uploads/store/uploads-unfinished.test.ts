import { describe, expect, test } from 'vitest';
import { PART_BYTES } from '#shared/files/rules.ts';
import {
  UNAVAILABLE,
  file,
  flush,
  LARGE,
  openUpload,
  PUT,
  Refusal,
  SESSION,
  setUp,
} from '#test/client/uploads.ts';

const unfinished = (store: ReturnType<typeof setUp>['store']) =>
  store
    .groups()
    .flatMap((group) => group.unfinished.map(({ filename }) => `${group.session.id} ${filename}`));

describe('after a reload', () => {
  test('the sessions that had uploads are asked, and what was begun is offered', async () => {
    const { store, written } = setUp({
      memory: { read: () => [100217, 100218], write: () => undefined },
      open: async (id) => (id === 100217 ? [openUpload()] : []),
    });
    store.setOwner('ana');
    await flush();
    expect(unfinished(store)).toEqual(['100217 mix.wav']);
    expect(store.groups()[0]).toMatchObject({ status: 'pending', uploads: [] });
    expect([store.active(), written]).toEqual([false, {}]);
  });

  test('the same file goes on with what storage has; only its missing parts are to be sent', async () => {
    const { store, sent, asked, events, signed } = setUp({ open: async () => [openUpload()] });
    store.findUnfinished(SESSION);
    await flush();
    store.add(SESSION, [file('mix.wav', LARGE)]);
    await flush();
    expect(unfinished(store)).toEqual([]);
    expect(store.groups()[0]?.uploads[0]).toMatchObject({ loaded: PART_BYTES * 2, total: LARGE });
    expect(sent.at(-1)?.begun).toEqual({ key: 'old-key', uploadId: 'old-upload' });
    await events().sign('upload-1', { method: 'GET', uploadId: 'old-upload' });
    expect(signed).toEqual([{ key: 'old-key', method: 'GET', uploadId: 'old-upload' }]);
    expect(asked).toEqual([]);
  });

  test('a file older than 1970 goes on as well', async () => {
    const { store, given, sent } = setUp({ open: async () => [openUpload({ fileModified: 0 })] });
    store.findUnfinished(SESSION);
    await flush();
    store.add(SESSION, [file('mix.wav', LARGE, -86_400_000)]);
    await flush();
    expect([given, sent.at(-1)?.begun?.key]).toEqual([[], 'old-key']);
  });

  test.each([
    ['of another size', file('mix.wav', LARGE + 1)],
    ['that was changed since', file('mix.wav', LARGE, 2000)],
  ])('a file of that name %s is a new upload, and the old one is given up', async (_, picked) => {
    const { store, sent, given } = setUp({ open: async () => [openUpload()] });
    store.findUnfinished(SESSION);
    await flush();
    store.add(SESSION, [picked]);
    await flush();
    expect([unfinished(store), given]).toEqual([[], [{ id: 100217, keys: ['old-key'] }]]);
    expect(sent.at(-1)?.begun).toBeNull();
  });

  test('a file of the same name in another folder is not the one', async () => {
    const { store, given } = setUp({ open: async () => [openUpload()] });
    store.findUnfinished(SESSION);
    await flush();
    store.add(SESSION, [file('stems/mix.wav', LARGE)]);
    await flush();
    expect([unfinished(store), given]).toEqual([['100217 mix.wav'], []]);
  });

  test('what is cancelled is given up and stays away', async () => {
    const { store, given } = setUp({ open: async () => [openUpload()] });
    store.findUnfinished(SESSION);
    await flush();
    store.giveUp(100217, 'old-key');
    expect([store.groups(), given]).toEqual([[], [{ id: 100217, keys: ['old-key'] }]]);
    store.findUnfinished(SESSION);
    await flush();
    expect(store.groups()).toEqual([]);
  });

  test('what this page sends itself is not offered again', async () => {
    const { store, events } = setUp({ open: async () => [openUpload({ key: 'key-1-0' })] });
    store.add(SESSION, [file('mix.wav', LARGE)]);
    await flush();
    await events().sign('upload-1', { method: 'POST' });
    store.findUnfinished(SESSION);
    await flush();
    expect(unfinished(store)).toEqual([]);
  });

  test('what another window of this browser sends is not offered', async () => {
    const { store } = setUp({
      open: async () => [openUpload(), openUpload({ key: 'theirs', filename: 'other.wav' })],
      claims: { set: () => undefined, taken: async () => new Set(['theirs']) },
    });
    store.findUnfinished(SESSION);
    await flush();
    expect(unfinished(store)).toEqual(['100217 mix.wav']);
  });

  test('what was begun anew meanwhile takes the place of what was left', async () => {
    const { store, given } = setUp({ open: async () => [openUpload()] });
    store.add(SESSION, [file('mix.wav', LARGE)]);
    store.findUnfinished(SESSION);
    await flush();
    expect([unfinished(store), given]).toEqual([[], [{ id: 100217, keys: ['old-key'] }]]);
  });

  test('a studio that is away is asked until it responds', async () => {
    let tries = 0;
    const { store, endPause } = setUp({
      open: async () => {
        tries += 1;
        if (tries < 3) throw UNAVAILABLE;
        return [openUpload()];
      },
    });
    store.findUnfinished(SESSION);
    await flush();
    await endPause();
    await endPause();
    expect(unfinished(store)).toEqual(['100217 mix.wav']);
  });

  test('a session that no longer exists is cleared', async () => {
    const remembered: Record<string, readonly number[]> = { ana: [100217] };
    const { store } = setUp({
      memory: {
        read: (id) => remembered[id] ?? [],
        write: (id, ids) => {
          remembered[id] = ids;
        },
      },
      session: async () => {
        throw new Refusal(404);
      },
    });
    store.setOwner('ana');
    await flush();
    expect([remembered, store.groups()]).toEqual([{ ana: [] }, []]);
  });
});

describe('the browser', () => {
  test('knows which uploads this window sends, as long as it does', async () => {
    const { store, events, claimed } = setUp();
    store.setOwner('ana');
    store.add(SESSION, [file('mix.wav', LARGE), file('kick.wav')]);
    await flush();
    await events().sign('upload-1', { method: 'PUT', uploadId: 'up', partNumber: 1 });
    events().progress('upload-1', 5);
    expect(claimed.at(-1)).toEqual(['key-1-0', 'key-1-1']);
    events().done('upload-1');
    expect(claimed.at(-1)).toEqual(['key-1-1']);
  });

  test('stores the sessions of open uploads, by person, and clears what has ended', async () => {
    const { store, events, written } = setUp();
    store.setOwner('ana');
    store.add(SESSION, [file('a.wav')]);
    await flush();
    expect(written).toEqual({ ana: [100217] });
    await events().sign('upload-1', PUT);
    events().done('upload-1');
    await flush();
    expect(written).toEqual({ ana: [] });
  });

  test('clears everything when somebody signs out', async () => {
    const { store, written } = setUp();
    store.setOwner('ana');
    store.add(SESSION, [file('a.wav')]);
    await flush();
    store.clear();
    await flush();
    expect([written, store.groups()]).toEqual([{ ana: [] }, []]);
  });

  test("ends one person's calls when another signs in", async () => {
    let tries = 0;
    const { store, endPause } = setUp({
      open: async () => {
        tries += 1;
        throw UNAVAILABLE;
      },
    });
    store.setOwner('ana');
    store.findUnfinished(SESSION);
    await flush();
    store.setOwner('ben');
    await endPause();
    await endPause();
    expect(tries).toBe(1);
  });
});
