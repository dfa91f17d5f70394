import { describe, expect, test } from 'vitest';
import { PART_BYTES } from '#shared/files/rules.ts';
import {
  ANSWER,
  answered,
  UNAVAILABLE,
  file,
  flush,
  LARGE,
  PUT,
  Refusal,
  SESSION,
  setUp,
} from '#test/client/uploads.ts';

describe('a connection that is away', () => {
  test('keeps the file uploading, says that it waits, and goes on after growing pauses of at most 10 s', async () => {
    const { store, events, sent, first, endPause } = setUp();
    store.add(SESSION, [file('kick.wav')]);
    await flush();
    const pauses: (number | undefined)[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      await events().sign('upload-1', PUT);
      events().failed('upload-1', answered(null));
      expect(first()).toMatchObject({ status: 'uploading', waiting: true });
      pauses.push(await endPause());
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect(sent).toHaveLength(7);
    events().progress('upload-1', 10);
    expect(first()).toMatchObject({ status: 'uploading', waiting: false, loaded: 10 });
  });

  test.each([0, 408, 429, 502, 503, 504])('is what status %i means', async (status) => {
    const { store, events, first } = setUp();
    store.add(SESSION, [file('kick.wav')]);
    await flush();
    await events().sign('upload-1', PUT);
    events().failed('upload-1', answered(status));
    expect(first()).toMatchObject({ status: 'uploading', waiting: true });
  });

  test('pauses shortly again once something came through', async () => {
    const { store, events, pauses, endPause } = setUp();
    store.add(SESSION, [file('kick.wav')]);
    await flush();
    await events().sign('upload-1', PUT);
    for (const loaded of [1, 2, 3]) {
      events().progress('upload-1', loaded);
      events().failed('upload-1', answered(null));
      expect(pauses.map(({ ms }) => ms)).toEqual([1000]);
      await endPause();
    }
  });

  test('ends its pause at once when the browser is online again', async () => {
    const { store, events, sent } = setUp();
    store.add(SESSION, [file('kick.wav')]);
    await flush();
    await events().sign('upload-1', PUT);
    events().failed('upload-1', answered(null));
    store.retryNow();
    await flush();
    expect(sent).toHaveLength(2);
  });

  test('holds what has not begun, and sends all of it in its order', async () => {
    const { store, events, sent, cancelled, rows, endPause } = setUp();
    store.add(SESSION, [file('a.wav'), file('b.wav'), file('c.wav')]);
    await flush();
    await events().sign('upload-1', PUT);
    events().failed('upload-1', answered(null));
    await flush();
    expect(cancelled).toEqual(['upload-1', 'upload-2', 'upload-3']);
    expect(rows()).toEqual(['a.wav uploading', 'b.wav pending', 'c.wav pending']);
    await endPause();
    expect(sent.slice(3).map(({ id }) => id)).toEqual(['upload-1', 'upload-2', 'upload-3']);
  });

  test('also holds what waits for a link, and asks for it again', async () => {
    let isUnavailable = true;
    const { store, events, first, endPause } = setUp({
      link: async () => {
        if (isUnavailable) throw UNAVAILABLE;
        return [{ key: 'key', url: 'https://storage/late' }];
      },
    });
    store.add(SESSION, [file('a.wav')]);
    await flush();
    await expect(events().sign('upload-1', PUT)).rejects.toBe(UNAVAILABLE);
    events().failed('upload-1', UNAVAILABLE.failure);
    expect(first()).toMatchObject({ status: 'uploading', waiting: true });
    isUnavailable = false;
    await endPause();
    expect(await events().sign('upload-1', PUT)).toMatchObject({ url: 'https://storage/late' });
  });

  test('sends nothing of what was cancelled meanwhile', async () => {
    const { store, events, sent, endPause } = setUp();
    store.add(SESSION, [file('a.wav')]);
    await flush();
    await events().sign('upload-1', PUT);
    events().failed('upload-1', answered(null));
    store.cancel('upload-1');
    await endPause();
    expect([sent.length, store.groups()]).toEqual([1, []]);
  });

  test('delays the report only: it is retried until it comes through', async () => {
    let tries = 0;
    const { store, events, arrived, endPause } = setUp({
      report: async () => {
        tries += 1;
        if (tries < 3) throw UNAVAILABLE;
        return ANSWER;
      },
    });
    store.add(SESSION, [file('a.wav')]);
    await flush();
    events().done('upload-1');
    await flush();
    expect(store.groups()[0]?.report).toBe('reporting');
    expect(await endPause()).toBe(1000);
    expect(await endPause()).toBe(2000);
    expect([store.groups()[0]?.report, arrived]).toEqual(['reported', [100217]]);
  });
});

describe('a file in parts', () => {
  test('signs each request of it under its own key', async () => {
    const { store, events, signed } = setUp();
    store.add(SESSION, [file('mix.wav', LARGE)]);
    await flush();
    const begin = await events().sign('upload-1', { method: 'POST' });
    expect(begin).toEqual({ key: 'key-1-0', url: 'https://storage/signed/1' });
    await events().sign('upload-1', { method: 'PUT', uploadId: 'up', partNumber: 3 });
    expect(signed).toEqual([
      { key: 'key-1-0', method: 'POST' },
      { key: 'key-1-0', method: 'PUT', uploadId: 'up', partNumber: 3 },
    ]);
  });

  test('goes on with the upload that storage has begun, and its progress never runs backwards', async () => {
    const { store, events, sent, first, endPause } = setUp();
    store.add(SESSION, [file('mix.wav', LARGE)]);
    await flush();
    await events().sign('upload-1', { method: 'POST' });
    await events().sign('upload-1', { method: 'PUT', uploadId: 'up', partNumber: 1 });
    events().progress('upload-1', PART_BYTES + 500);
    events().failed('upload-1', answered(null));
    await endPause();
    expect(sent.at(-1)?.begun).toEqual({ key: 'key-1-0', uploadId: 'up' });
    events().progress('upload-1', PART_BYTES);
    expect(first()?.loaded).toBe(PART_BYTES + 500);
  });

  test('that storage has forgotten begins anew once, then fails', async () => {
    const { store, events, sent, asked, first } = setUp();
    store.add(SESSION, [file('mix.wav', LARGE)]);
    await flush();
    await events().sign('upload-1', { method: 'PUT', uploadId: 'up', partNumber: 1 });
    events().failed('upload-1', answered(404));
    await flush();
    expect(sent.at(-1)).toMatchObject({ begun: null });
    expect(first()).toMatchObject({ status: 'uploading', loaded: 0 });
    await events().sign('upload-1', { method: 'POST' });
    expect(asked).toHaveLength(2);
    events().failed('upload-1', answered(404));
    expect(first()?.status).toBe('failed');
  });

  test('that failed keeps its parts for the next try', async () => {
    const { store, events, sent, first } = setUp();
    store.add(SESSION, [file('mix.wav', LARGE)]);
    await flush();
    await events().sign('upload-1', { method: 'PUT', uploadId: 'up', partNumber: 1 });
    events().progress('upload-1', PART_BYTES);
    events().failed('upload-1', answered(500));
    store.retry(SESSION.id, 'upload-1');
    await flush();
    expect(first()?.loaded).toBe(PART_BYTES);
    expect(sent.at(-1)?.begun).toEqual({ key: 'key-1-0', uploadId: 'up' });
  });
});

describe('a link that is over', () => {
  test('is signed again once, then the file fails', async () => {
    const { store, events, first, asked } = setUp();
    store.add(SESSION, [file('kick.wav')]);
    await flush();
    expect(await events().sign('upload-1', PUT)).toMatchObject({ url: 'https://storage/1/0' });
    events().failed('upload-1', answered(403));
    await flush();
    expect(first()).toMatchObject({ status: 'uploading', waiting: false });
    const again = await events().sign('upload-1', PUT);
    expect(again).toEqual({ key: 'key-1-0', url: 'https://storage/signed/1' });
    events().failed('upload-1', answered(403));
    expect(first()?.status).toBe('failed');
    expect(asked).toHaveLength(1);
  });

  test('is signed again each time that parts came through or an hour has passed between', async () => {
    const { store, events, first, pass } = setUp();
    store.add(SESSION, [file('mix.wav', LARGE), file('kick.wav')]);
    await flush();
    for (let times = 0; times < 3; times += 1) {
      await events().sign('upload-1', { method: 'PUT', uploadId: 'up', partNumber: times + 1 });
      events().failed('upload-1', answered(403));
      events().partStored('upload-1');
    }
    expect(first()?.status).toBe('uploading');
    for (let times = 0; times < 3; times += 1) {
      await events().sign('upload-2', PUT);
      pass(61 * 60_000);
      events().failed('upload-2', answered(403));
    }
    expect(store.groups()[0]?.uploads[1]?.status).toBe('uploading');
  });

  test('is not even tried when it has grown old', async () => {
    const { store, events, pass } = setUp();
    store.add(SESSION, [file('a.wav'), file('b.wav')]);
    await flush();
    await events().sign('upload-1', PUT);
    pass(51 * 60_000);
    expect(await events().sign('upload-2', PUT)).toEqual({
      key: 'key-1-1',
      url: 'https://storage/signed/1',
    });
  });
});

describe('a refusal', () => {
  test.each([
    [new Refusal(409, 'Files cannot be sent now.').failure, 'Files cannot be sent now.'],
    [
      new Refusal(413, 'Error: Some files were larger than 5 GiB').failure,
      'Error: Some files were larger than 5 GiB',
    ],
    [
      new Refusal(422, 'One of the file names cannot be used.').failure,
      'One of the file names cannot be used.',
    ],
    [new Refusal(403, 'Not for you.').failure, 'Not for you.'],
    [answered(507), "The studio's storage is full. Your files are safe with you; please try again later."],
    [answered(400), null],
  ])('of %j fails the file with its words', async (failure, message) => {
    const { store, events, first } = setUp();
    store.add(SESSION, [file('kick.wav')]);
    await flush();
    await events().sign('upload-1', PUT);
    events().failed('upload-1', failure);
    expect(first()).toMatchObject({ status: 'failed', waiting: false });
    expect(store.groups()[0]?.problem).toBe(message);
  });
});

describe('cancelling', () => {
  test('gives the upload up in storage, and goes on trying while the studio is away', async () => {
    let tries = 0;
    const given: (readonly string[])[] = [];
    const { store, events, endPause } = setUp({
      giveUp: async (_, keys) => {
        tries += 1;
        if (tries === 1) throw UNAVAILABLE;
        given.push(keys);
      },
    });
    store.add(SESSION, [file('mix.wav', LARGE)]);
    await flush();
    await events().sign('upload-1', { method: 'PUT', uploadId: 'up', partNumber: 1 });
    store.cancel('upload-1');
    await flush();
    expect(store.groups()).toEqual([]);
    expect(given).toEqual([]);
    await endPause();
    expect(given).toEqual([['key-1-0']]);
  });

  test('gives up a link that comes after it', async () => {
    const links: (() => void)[] = [];
    const { store, events, given } = setUp({
      link: () =>
        new Promise((resolve) => links.push(() => resolve([{ key: 'late', url: 'https://storage/late' }]))),
    });
    store.add(SESSION, [file('a.wav')]);
    await flush();
    const signing = events()
      .sign('upload-1', PUT)
      .catch(() => undefined);
    store.cancel('upload-1');
    links[0]?.();
    await signing;
    await flush();
    expect(given).toEqual([{ id: 100217, keys: ['late'] }]);
  });
});
