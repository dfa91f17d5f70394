import { describe, expect, test } from 'vitest';
import {
  ANSWER,
  answered,
  file,
  flush,
  OTHER,
  PUT,
  Refusal,
  SESSION,
  setUp,
  openUpload,
} from '#test/client/uploads.ts';

describe('a file', () => {
  test('is pending, then uploading when its turn comes, then completed', async () => {
    const { store, events, rows } = setUp();
    store.add(SESSION, [file('kick.wav')]);
    await flush();
    expect(rows()).toEqual(['kick.wav pending']);
    await events().sign('upload-1', PUT);
    events().progress('upload-1', 60);
    expect(rows()).toEqual(['kick.wav uploading']);
    expect(store.groups()[0]?.uploads[0]?.loaded).toBe(60);
    events().done('upload-1');
    expect(rows()).toEqual(['kick.wav completed']);
  });

  test('that is empty is completed only when storage has it', async () => {
    const { store, events, rows } = setUp();
    store.add(SESSION, [file('silence.txt', 0)]);
    await flush();
    await events().sign('upload-1', PUT);
    expect(rows()).toEqual(['silence.txt uploading']);
    events().done('upload-1');
    expect(rows()).toEqual(['silence.txt completed']);
  });

  test('failed with storage is Failed and can be tried again', async () => {
    const { store, events, rows, sent } = setUp();
    store.add(SESSION, [file('kick.wav')]);
    await flush();
    await events().sign('upload-1', PUT);
    events().failed('upload-1', answered(400));
    expect(rows()).toEqual(['kick.wav failed']);
    store.retry(100217, 'upload-1');
    await flush();
    expect(rows()).toEqual(['kick.wav pending']);
    expect(sent.map(({ id }) => id)).toEqual(['upload-1', 'upload-1']);
  });

  test('that is cancelled leaves the list and the transport', async () => {
    const { store, rows, cancelled, reported } = setUp();
    store.add(SESSION, [file('kick.wav')]);
    await flush();
    store.cancel('upload-1');
    await flush();
    expect([rows(), cancelled, reported]).toEqual([[], ['upload-1'], []]);
    expect(store.groups()).toEqual([]);
  });

  test('of a path that is in the list already replaces it', async () => {
    const { store, events, rows } = setUp();
    store.add(SESSION, [file('stems/kick.wav'), file('snare.wav')]);
    await flush();
    await events().sign('upload-1', PUT);
    events().done('upload-1');
    store.add(SESSION, [file('stems/kick.wav')]);
    expect(rows()).toEqual(['snare.wav pending', 'kick.wav pending']);
  });
});

describe('links', () => {
  test('are asked for whole groups of up to 200, in the order of the files, with path, size and time', async () => {
    const { store, events, asked } = setUp();
    store.add(
      SESSION,
      Array.from({ length: 320 }, (_, n) => file(`stems/${n}.wav`, n)),
    );
    await flush();
    expect(await events().sign('upload-1', PUT)).toMatchObject({
      key: 'key-1-0',
      url: 'https://storage/1/0',
    });
    expect(await events().sign('upload-200', PUT)).toMatchObject({ url: 'https://storage/1/199' });
    expect(await events().sign('upload-201', PUT)).toMatchObject({ url: 'https://storage/2/0' });
    expect(asked.map(({ files }) => files.length)).toEqual([200, 120]);
    expect(asked[0]?.files[7]).toMatchObject({ filePath: 'stems/7.wav', fileSize: 7, fileModified: 1000 });
  });

  test('that are refused fail what waits, with the words of the refusal', async () => {
    const refused = new Refusal(409, 'This session is complete, so it takes no more files.');
    const { store, events, rows, cancelled } = setUp({ link: () => Promise.reject(refused) });
    store.add(SESSION, [file('a.wav'), file('b.wav')]);
    await flush();
    await expect(events().sign('upload-1', PUT)).rejects.toBe(refused);
    await flush();
    expect(rows()).toEqual(['a.wav failed', 'b.wav failed']);
    expect(cancelled).toEqual(['upload-1', 'upload-2']);
    expect(store.groups()[0]?.problem).toBe('This session is complete, so it takes no more files.');
  });
});

describe('the studio', () => {
  test('gets one report, when the last file of a session has ended', async () => {
    const { store, events, reported, arrived } = setUp();
    store.add(SESSION, [file('a.wav'), file('b.wav')]);
    store.add(OTHER, [file('c.wav')]);
    await flush();
    events().done('upload-1');
    await flush();
    expect(reported).toEqual([]);
    events().done('upload-2');
    await flush();
    expect([reported, arrived]).toEqual([[100217], [100217]]);
    expect(store.groups()[0]).toMatchObject({ report: 'reported', status: 'completed' });
  });

  test('gets a report of each file as it arrives, and of the whole group only once it is complete', async () => {
    const { store, events, partial, arrived, endPause } = setUp();
    store.add(SESSION, [file('a.wav'), file('b.wav'), file('c.wav')]);
    await flush();
    for (const id of ['upload-1', 'upload-2', 'upload-3']) await events().sign(id, PUT);
    events().done('upload-1');
    events().done('upload-2');
    await endPause();
    expect(partial).toEqual([['key-1-0', 'key-1-1']]);
    events().failed('upload-3', answered(400));
    await flush();
    expect([partial.length, arrived, store.groups()[0]?.status]).toEqual([1, [100217], 'failed']);

    store.retry(100217, 'upload-3');
    await flush();
    events().done('upload-3');
    await flush();
    expect(partial.slice(1)).toEqual([null]);
    expect(store.groups()[0]).toMatchObject({ report: 'reported', status: 'completed' });
  });

  test("gets the report of the group once the rest is given up: 'Send without these'", async () => {
    const { store, events, partial, given, endPause } = setUp();
    store.add(SESSION, [file('a.wav'), file('b.wav')]);
    await flush();
    for (const id of ['upload-1', 'upload-2']) await events().sign(id, PUT);
    events().done('upload-1');
    events().failed('upload-2', answered(400));
    await endPause();
    expect(partial).toEqual([['key-1-0']]);
    await store.sendWithout(100217);
    await flush();
    expect(given).toEqual([{ id: 100217, keys: ['key-1-1'] }]);
    expect(partial).toEqual([['key-1-0'], null]);
  });

  test('gets the report once what an earlier page left is given up', async () => {
    const left = openUpload({ uploadId: null, loaded: 0 });
    const { store, partial, given } = setUp({ open: async () => [left] });
    store.findUnfinished(SESSION);
    await flush();
    expect(store.groups()[0]?.unfinished).toEqual([left]);
    await store.sendWithout(100217);
    await flush();
    expect(partial, 'what had arrived is listed first').toEqual([['old-key'], null]);
    expect(given).toEqual([{ id: 100217, keys: ['old-key'] }]);
  });

  test('gets no report when nothing has arrived', async () => {
    const { store, events, reported } = setUp();
    store.add(SESSION, [file('a.wav')]);
    await flush();
    events().failed('upload-1', answered(400));
    await flush();
    expect(reported).toEqual([]);
  });

  test('gets another report for what arrived during the first', async () => {
    const answers: (() => void)[] = [];
    const { store, events, reported } = setUp({
      report: () => new Promise((resolve) => answers.push(() => resolve(ANSWER))),
    });
    store.add(SESSION, [file('a.wav')]);
    await flush();
    events().done('upload-1');
    store.add(SESSION, [file('b.wav')]);
    await flush();
    events().done('upload-2');
    answers[0]?.();
    await flush();
    expect(reported).toEqual([100217, 100217]);
  });

  test('shows the message of a failed report, and gets it again by a retry', async () => {
    let refusals = 1;
    const { store, events, reported } = setUp({
      report: () => {
        refusals -= 1;
        return refusals < 0
          ? Promise.resolve(ANSWER)
          : Promise.reject(new Refusal(409, 'No file has arrived completely yet.'));
      },
    });
    store.add(SESSION, [file('a.wav')]);
    await flush();
    events().done('upload-1');
    await flush();
    expect(store.groups()[0]).toMatchObject({
      report: 'failed',
      problem: 'No file has arrived completely yet.',
    });
    store.retry(100217);
    await flush();
    expect(reported).toHaveLength(2);
    expect(store.groups()[0]).toMatchObject({ report: 'reported', problem: null });
  });
});

describe('the list', () => {
  test('hides finished uploads and keeps the others', async () => {
    const { store, events, rows } = setUp();
    store.add(SESSION, [file('a.wav'), file('b.wav')]);
    await flush();
    events().done('upload-1');
    events().failed('upload-2', answered(400));
    await flush();
    store.hideFinished(100217);
    expect(rows()).toEqual(['b.wav failed']);
  });

  test('hides what is finished while others are under way, and still reports it', async () => {
    const { store, events, rows, reported } = setUp();
    store.add(SESSION, [file('a.wav'), file('b.wav')]);
    await flush();
    events().done('upload-1');
    store.hideFinished(100217);
    expect(rows()).toEqual(['b.wav pending']);
    store.cancel('upload-2');
    await flush();
    expect([reported, store.groups()]).toEqual([[100217], []]);
  });

  test('warns of leaving only while something is under way', async () => {
    const { store, events } = setUp();
    expect(store.active()).toBe(false);
    store.add(SESSION, [file('a.wav')]);
    expect(store.active()).toBe(true);
    await flush();
    events().done('upload-1');
    expect(store.active()).toBe(false);
  });

  test('stays for its person and ends for another', async () => {
    const { store, rows, cancelled } = setUp();
    store.setOwner('ana');
    store.add(SESSION, [file('a.wav')]);
    await flush();
    store.setOwner('ana');
    expect(rows()).toEqual(['a.wav pending']);
    store.setOwner('ben');
    await flush();
    expect([rows(), cancelled]).toEqual([[], ['upload-1']]);
  });

  test('is cleared at sign-out', async () => {
    const { store, cancelled } = setUp();
    store.add(SESSION, [file('a.wav')]);
    await flush();
    store.clear();
    await flush();
    expect([store.groups(), cancelled, store.active()]).toEqual([[], ['upload-1'], false]);
  });
});
