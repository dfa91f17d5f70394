import { describe, expect, it } from 'vitest';
import type { Session } from '../../../shared/sessions/contract.ts';
import type { ReadyFile } from './picked-files.ts';
import type { Sending, TransportEvents, UploadSession } from './upload-ports.ts';
import { makeUploads } from './uploads.ts';

const SESSION = { id: 100217 } as UploadSession;
const OTHER = { id: 100218 } as UploadSession;
const ANSWER = { id: 100217 } as Session;

function file(path: string, size = 100): ReadyFile {
  const cut = path.lastIndexOf('/') + 1;
  const data = new File([new Uint8Array(size)], path.slice(cut), { type: 'audio/wav' });
  return { file: data, path, prefix: path.slice(0, cut), name: path.slice(cut) };
}

/** A store with a transport that does what the test says, four at a time nothing: `begin` asks a file's link. */
function setUp(over: { link?: () => Promise<readonly string[]>; report?: () => Promise<Session> } = {}) {
  const sent: Sending[] = [];
  const cancelled: string[] = [];
  const asked: {
    id: number;
    files: readonly { filePath?: string | undefined; fileSize?: number | undefined }[];
  }[] = [];
  const reported: number[] = [];
  const arrived: number[] = [];
  let events: TransportEvents | undefined;
  let time = 0;
  const store = makeUploads({
    transport: async (given) => {
      events = given;
      return {
        send: (files) => void sent.push(...files),
        cancel: (ids) => void cancelled.push(...ids),
      };
    },
    link: (id, files) => {
      asked.push({ id, files });
      return over.link?.() ?? Promise.resolve(files.map((_, at) => `https://storage/${asked.length}/${at}`));
    },
    report: async ({ id }) => {
      reported.push(id);
      return (await over.report?.()) ?? ANSWER;
    },
    words: (error) => (error instanceof Error ? error.message : 'unknown'),
    clock: () => time,
    soon: (run) => run(),
  });
  store.onArrived(({ id }) => arrived.push(id));
  return {
    store,
    sent,
    cancelled,
    asked,
    reported,
    arrived,
    events: () => {
      if (events === undefined) throw new Error('Nothing was sent yet');
      return events;
    },
    pass: (ms: number) => {
      time += ms;
    },
    rows: () =>
      store.groups().flatMap(({ uploads }) => uploads.map(({ name, status }) => `${name} ${status}`)),
  };
}

/** Lets every promise that can go on go on. */
const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a file', () => {
  it('is pending, then uploading when its turn comes, then completed', async () => {
    const { store, events, rows } = setUp();
    store.add(SESSION, [file('kick.wav')]);
    await flush();
    expect(rows()).toEqual(['kick.wav pending']);
    await events().url('upload-1');
    events().progress('upload-1', 60);
    expect(rows()).toEqual(['kick.wav uploading']);
    expect(store.groups()[0]?.uploads[0]?.loaded).toBe(60);
    events().done('upload-1');
    expect(rows()).toEqual(['kick.wav completed']);
  });

  it('that is empty is completed only when storage has it', async () => {
    const { store, events, rows } = setUp();
    store.add(SESSION, [file('silence.txt', 0)]);
    await flush();
    await events().url('upload-1');
    expect(rows()).toEqual(['silence.txt uploading']);
    events().done('upload-1');
    expect(rows()).toEqual(['silence.txt completed']);
  });

  it('failed with storage is Failed and can be tried again', async () => {
    const { store, events, rows, sent } = setUp();
    store.add(SESSION, [file('kick.wav')]);
    await flush();
    await events().url('upload-1');
    events().failed('upload-1', 500);
    expect(rows()).toEqual(['kick.wav failed']);
    store.retry(100217, 'upload-1');
    await flush();
    expect(rows()).toEqual(['kick.wav pending']);
    expect(sent.map(({ id }) => id)).toEqual(['upload-1', 'upload-1']);
  });

  it('that lost its connection says so', async () => {
    const { store, events } = setUp();
    store.add(SESSION, [file('kick.wav')]);
    await flush();
    await events().url('upload-1');
    events().failed('upload-1', null);
    expect(store.groups()[0]?.problem).toBe('The connection was lost on the way. Please try again.');
  });

  it('whose link is over is signed again once, then Failed', async () => {
    const { store, events, rows, asked } = setUp();
    store.add(SESSION, [file('kick.wav')]);
    await flush();
    expect(await events().url('upload-1')).toBe('https://storage/1/0');
    events().failed('upload-1', 403);
    await flush();
    expect(rows()).toEqual(['kick.wav pending']);
    expect(await events().url('upload-1')).toBe('https://storage/2/0');
    events().failed('upload-1', 403);
    expect(rows()).toEqual(['kick.wav failed']);
    expect(asked).toHaveLength(2);
  });

  it('that is cancelled leaves the list and the transport', async () => {
    const { store, rows, cancelled, reported } = setUp();
    store.add(SESSION, [file('kick.wav')]);
    await flush();
    store.cancel('upload-1');
    await flush();
    expect([rows(), cancelled, reported]).toEqual([[], ['upload-1'], []]);
    expect(store.groups()).toEqual([]);
  });

  it('of a path that is in the list already replaces it', async () => {
    const { store, events, rows } = setUp();
    store.add(SESSION, [file('stems/kick.wav'), file('snare.wav')]);
    await flush();
    await events().url('upload-1');
    events().done('upload-1');
    store.add(SESSION, [file('stems/kick.wav')]);
    expect(rows()).toEqual(['snare.wav pending', 'kick.wav pending']);
  });
});

describe('links', () => {
  it('are asked in batches of 50, in the order of the files, with path and size', async () => {
    const { store, events, asked } = setUp();
    store.add(
      SESSION,
      Array.from({ length: 120 }, (_, n) => file(`stems/${n}.wav`, n)),
    );
    await flush();
    expect(await events().url('upload-1')).toBe('https://storage/1/0');
    expect(await events().url('upload-50')).toBe('https://storage/1/49');
    expect(await events().url('upload-51')).toBe('https://storage/2/0');
    expect(asked.map(({ files }) => files.length)).toEqual([50, 50]);
    expect(asked[0]?.files[7]).toMatchObject({ filePath: 'stems/7.wav', fileSize: 7 });
  });

  it('that have grown old are asked anew', async () => {
    const { store, events, pass } = setUp();
    store.add(SESSION, [file('a.wav'), file('b.wav')]);
    await flush();
    await events().url('upload-1');
    pass(51 * 60_000);
    expect(await events().url('upload-2')).toBe('https://storage/2/0');
  });

  it('that are refused fail what waits, with the words of the refusal', async () => {
    const refused = new Error('This session is complete, so it takes no more files.');
    const { store, events, rows, cancelled } = setUp({ link: () => Promise.reject(refused) });
    store.add(SESSION, [file('a.wav'), file('b.wav')]);
    await flush();
    await expect(events().url('upload-1')).rejects.toBe(refused);
    await flush();
    expect(rows()).toEqual(['a.wav failed', 'b.wav failed']);
    expect(cancelled).toEqual(['upload-1', 'upload-2']);
    expect(store.groups()[0]?.problem).toBe('This session is complete, so it takes no more files.');
  });
});

describe('the studio', () => {
  it('is told once, when the last file of a session has ended', async () => {
    const { store, events, reported, arrived } = setUp();
    store.add(SESSION, [file('a.wav'), file('b.wav')]);
    store.add(OTHER, [file('c.wav')]);
    await flush();
    events().done('upload-1');
    await flush();
    expect(reported).toEqual([]);
    events().failed('upload-2', 500);
    await flush();
    expect([reported, arrived]).toEqual([[100217], [100217]]);
    expect(store.groups()[0]).toMatchObject({ report: 'told', status: 'failed' });
  });

  it('is not told when nothing has arrived', async () => {
    const { store, events, reported } = setUp();
    store.add(SESSION, [file('a.wav')]);
    await flush();
    events().failed('upload-1', 500);
    await flush();
    expect(reported).toEqual([]);
  });

  it('is told again for what came while it was told', async () => {
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

  it('that could not be told leaves its words and is told again by a retry', async () => {
    let refusals = 1;
    const { store, events, reported } = setUp({
      report: () => {
        refusals -= 1;
        return refusals < 0
          ? Promise.resolve(ANSWER)
          : Promise.reject(new Error('No file has arrived completely yet.'));
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
    expect(store.groups()[0]).toMatchObject({ report: 'told', problem: null });
  });
});

describe('the list', () => {
  it('hides finished uploads and keeps the others', async () => {
    const { store, events, rows } = setUp();
    store.add(SESSION, [file('a.wav'), file('b.wav')]);
    await flush();
    events().done('upload-1');
    events().failed('upload-2', 500);
    await flush();
    store.hideFinished(100217);
    expect(rows()).toEqual(['b.wav failed']);
  });

  it('hides what is finished while others are under way, and still tells the studio of it', async () => {
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

  it('warns of leaving only while something is under way', async () => {
    const { store, events } = setUp();
    expect(store.active()).toBe(false);
    store.add(SESSION, [file('a.wav')]);
    expect(store.active()).toBe(true);
    await flush();
    events().done('upload-1');
    expect(store.active()).toBe(false);
  });

  it("is kept for its person and ended for another's eyes", async () => {
    const { store, rows, cancelled } = setUp();
    store.belongTo('ana');
    store.add(SESSION, [file('a.wav')]);
    await flush();
    store.belongTo('ana');
    expect(rows()).toEqual(['a.wav pending']);
    store.belongTo('ben');
    await flush();
    expect([rows(), cancelled]).toEqual([[], ['upload-1']]);
  });

  it('is forgotten with whoever signs out', async () => {
    const { store, cancelled } = setUp();
    store.add(SESSION, [file('a.wav')]);
    await flush();
    store.clear();
    await flush();
    expect([store.groups(), cancelled, store.active()]).toEqual([[], ['upload-1'], false]);
  });
});
