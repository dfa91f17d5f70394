import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Hint } from '#shared/notifications/contract.ts';
import type { Source } from './live-source.ts';
import { startLive, type LivePorts } from './live.ts';

type Listener = (event: { readonly data: unknown }) => void;

/** A stream served by the test. */
class FakeSource implements Source {
  readyState = 0;
  readonly #listeners = new Map<string, Listener>();
  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, listener);
  }
  close(): void {
    this.readyState = 2;
  }
  fire(type: string, data: unknown = ''): void {
    this.#listeners.get(type)?.({ data });
  }
  open(): void {
    this.readyState = 1;
    this.fire('open');
  }
  /** The browser reconnects by itself. */
  break(): void {
    this.readyState = 0;
    this.fire('error');
  }
  /** The server responded with something else than a stream. */
  refuse(): void {
    this.readyState = 2;
    this.fire('error');
  }
  say(hint: object): void {
    this.fire('message', JSON.stringify(hint));
  }
}

type Ports = Omit<LivePorts, 'onHint' | 'onSince'>;

/** One browser: its lock, its channel, and all streams it opened. */
function makeBrowser() {
  const sources: FakeSource[] = [];
  const waiting: (() => void)[] = [];
  const tabs = new Set<(hint: Hint) => void>();
  let held = false;
  const next = (): void => {
    held = false;
    waiting.shift()?.();
  };
  const request = (
    _name: string,
    options: LockOptions,
    run: (lock: object | null) => Promise<void>,
  ): Promise<void> =>
    new Promise((resolve, reject) => {
      const take = (): void => {
        held = true;
        void (async () => {
          await run({});
          resolve();
          next();
        })();
      };
      if (!held) {
        take();
        return;
      }
      if (options.ifAvailable === true) {
        void run(null);
        resolve();
        return;
      }
      waiting.push(take);
      options.signal?.addEventListener('abort', () => {
        waiting.splice(waiting.indexOf(take), 1);
        reject(new Error('aborted'));
      });
    });
  const ports: Ports = {
    makeSource() {
      const source = new FakeSource();
      sources.push(source);
      return source;
    },
    locks: { request } as unknown as LockManager,
    makeChannel(_name, onHint) {
      tabs.add(onHint);
      return {
        post: (hint) => {
          for (const tab of tabs) if (tab !== onHint) tab(hint);
        },
        close: () => tabs.delete(onHint),
      };
    },
    visibility: { isVisible: () => true, onChange: () => () => {} },
  };
  return { sources, ports, live: () => sources.filter(({ readyState }) => readyState !== 2) };
}

/** A tab and its hints as text; a star marks those that only say that the stream opened. */
function openTab(ports: Ports) {
  const told: string[] = [];
  const stop = startLive({
    ...ports,
    onHint: ({ kind, session_id: about }, first = false) =>
      told.push(`${kind}${about === undefined ? '' : ` ${about}`}${first ? '*' : ''}`),
    onSince: (ms) => told.push(`since ${ms}`),
  });
  return { told, stop };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a hint that the stream tells is heard; what is no hint is not', () => {
  const { ports, sources } = makeBrowser();
  const { told } = openTab(ports);
  sources[0]?.open();
  sources[0]?.say({ kind: 'message', session_id: 100_001 });
  sources[0]?.say({ kind: 'of a newer release' });
  sources[0]?.fire('message', 'no JSON');
  sources[0]?.fire('beat');
  expect(told).toEqual(['resync*', 'message 100001']);
});

test('a tab beside the one with the stream asks once more: it missed what came before it listened', () => {
  const { ports, sources } = makeBrowser();
  openTab(ports);
  sources[0]?.open();
  const { told } = openTab(ports);
  expect(told).toEqual(['resync*']);
});

test('eight tabs have one stream, and each hears everything', () => {
  const { ports, sources, live } = makeBrowser();
  const tabs = Array.from({ length: 8 }, () => openTab(ports));
  expect(sources).toHaveLength(1);
  sources[0]?.open();
  sources[0]?.say({ kind: 'file', session_id: 7 });
  for (const { told } of tabs) expect(told.at(-1)).toBe('file 7');
  for (const { stop } of tabs) stop();
  expect(live()).toHaveLength(0);
});

test('when the tab with the stream goes, the next one takes over and all ask again', async () => {
  const { ports, sources, live } = makeBrowser();
  const [first, second, third] = [openTab(ports), openTab(ports), openTab(ports)];
  sources[0]?.open();
  third.stop();
  first.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(live()).toEqual([sources[1]]);
  const fourth = openTab(ports);
  sources[1]?.open();
  expect(fourth.told).toContain('resync');
  sources[1]?.say({ kind: 'me' });
  expect(second.told.at(-1)).toBe('me');
  expect(first.told).not.toContain('me');
});

test('how far back a stream tells counts at its first opening; later everything is asked again', () => {
  const { ports, sources } = makeBrowser();
  const { told } = openTab(ports);
  const beside = openTab(ports);
  sources[0]?.open();
  sources[0]?.fire('since', '1500');
  sources[0]?.say({ kind: 'me' });
  sources[0]?.break();
  sources[0]?.open();
  sources[0]?.fire('since', '1500');
  expect(told).toEqual(['resync*', 'since 1500', 'me', 'resync']);
  expect(beside.told).toEqual(['resync*', 'resync', 'me', 'resync']);
});

describe('a line that breaks', () => {
  test('is taken up by the browser, and everything is asked for again', () => {
    const { ports, sources } = makeBrowser();
    const { told } = openTab(ports);
    sources[0]?.open();
    sources[0]?.break();
    expect(sources).toHaveLength(1);
    sources[0]?.open();
    expect(told).toEqual(['resync*', 'resync']);
  });

  test('refused, it is tried again later each time, and whether one is signed in is asked', async () => {
    const { ports, sources } = makeBrowser();
    const { told } = openTab(ports);
    const waits: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      sources.at(-1)?.refuse();
      const before = sources.length;
      let waited = 0;
      while (sources.length === before) {
        await vi.advanceTimersByTimeAsync(1000);
        waited += 1;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    expect(told).toEqual(Array.from({ length: 8 }, () => 'me'));
    sources.at(-1)?.open();
    sources.at(-1)?.refuse();
    const before = sources.length;
    await vi.advanceTimersByTimeAsync(2000);
    expect(sources).toHaveLength(before + 1);
  });

  test('that is silent for a minute is given up for a new one; a beat is enough to keep it', async () => {
    const { ports, sources, live } = makeBrowser();
    openTab(ports);
    sources[0]?.open();
    for (let n = 0; n < 5; n += 1) {
      await vi.advanceTimersByTimeAsync(25_000);
      sources[0]?.fire('beat');
    }
    expect(sources).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sources).toHaveLength(2);
    expect(live()).toEqual([sources[1]]);
  });

  test('does not come back after the end', async () => {
    const { ports, sources, live } = makeBrowser();
    const { stop } = openTab(ports);
    sources[0]?.refuse();
    stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(live()).toEqual([]);
    expect(sources).toHaveLength(1);
  });
});

test.each(['locks', 'makeChannel'] as const)(
  'without %s a tab has a stream only while it is seen',
  (missing) => {
    const { ports, live } = makeBrowser();
    let visible = true;
    let changed: (() => void) | undefined;
    const visibility = {
      isVisible: () => visible,
      onChange: (listener: () => void) => {
        changed = listener;
        return () => {
          changed = undefined;
        };
      },
    };
    const { told, stop } = openTab({ ...ports, [missing]: undefined, visibility });
    expect(live()).toHaveLength(1);
    live()[0]?.open();
    expect(told).toEqual(['resync*']);
    visible = false;
    changed?.();
    expect(live()).toHaveLength(0);
    visible = true;
    changed?.();
    expect(live()).toHaveLength(1);
    stop();
    changed?.();
    expect(live()).toHaveLength(0);
  },
);

test('a lock that comes when the tab has stopped asking opens no stream', async () => {
  const { ports, sources } = makeBrowser();
  const granted: (() => Promise<void>)[] = [];
  const request = async (_name: string, _options: LockOptions, run: () => Promise<void>): Promise<void> => {
    granted.push(run);
  };
  const { stop } = openTab({ ...ports, locks: { request } as unknown as LockManager });
  stop();
  await granted[0]?.();
  expect(granted).toHaveLength(1);
  expect(sources).toHaveLength(0);
});
