import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Hint } from '#shared/notifications/contract.ts';
import { noteAsked } from './asked.ts';
import { isAffected, createRefresher } from './live-queries.ts';

const KEYS = {
  me: ['me'],
  list: ['sessions', 'list'],
  seven: ['sessions', 7],
  eight: ['sessions', 8],
  hold: ['hold', 7],
  holds: ['holds'],
  talk: ['thread', 'of seven'],
  other: ['thread', 'of eight'],
  coming: ['thread', 'still asked for'],
  files: ['files', 7, 'user'],
  foreign: ['files', 8, 'user'],
  studio: ['studio'],
  drums: ['slots', 'm1'],
  bass: ['slots', 'm2'],
  explore: ['partners', null],
  searched: ['partners', 'search', { q: 'drums' }],
  evening: ['partners', 'search', { start_time: '18:00' }],
  soonest: ['partners', 'soonest'],
  drummer: ['musician-page', 'rafa', 'p1'],
  bassist: ['musician-page', 'kwame', 'p1'],
  samples: ['samples'],
  draft: ['draft'],
  hours: ['schedule'],
  week: ['musician-calendar', 'UTC', '2026-11-23', '2026-12-20'],
  billing: ['billing'],
  quote: ['billing', 'quote', { price_id: 'p1' }],
  invoices: ['invoices', 0],
  statement: ['statement', 0, 'all'],
} as const;
type Name = keyof typeof KEYS;
const listOf = (...ids: string[]) => ({
  pages: [{ partners: ids.map((id) => ({ id })), total: ids.length }],
});
const DATA: Partial<Record<Name, object>> = {
  talk: { session_id: 7 },
  other: { session_id: 8 },
  explore: listOf('m1', 'm2'),
  searched: listOf('m2'),
  evening: listOf('m2'),
  soonest: [],
  drummer: { id: 'm1' },
  bassist: { id: 'm2' },
};

const EXPECTED: readonly (readonly [Hint, readonly Name[]])[] = [
  [{ kind: 'session', session_id: 7 }, ['list', 'seven', 'hold']],
  [{ kind: 'session' }, ['list', 'seven', 'eight', 'hold']],
  [{ kind: 'message', session_id: 7 }, ['list', 'seven', 'hold', 'talk', 'coming']],
  [{ kind: 'message' }, ['list', 'seven', 'eight', 'hold', 'talk', 'other', 'coming']],
  [{ kind: 'file', session_id: 7 }, ['list', 'seven', 'hold', 'files']],
  [
    { kind: 'slots', musician_id: 'm1' },
    ['drums', 'explore', 'evening', 'soonest', 'drummer', 'hours', 'week'],
  ],
  [
    { kind: 'slots' },
    ['drums', 'bass', 'explore', 'searched', 'evening', 'soonest', 'drummer', 'bassist', 'hours', 'week'],
  ],
  [{ kind: 'samples' }, ['samples', 'draft']],
  [
    { kind: 'profile', musician_id: 'm1' },
    ['explore', 'searched', 'evening', 'soonest', 'drummer', 'bassist'],
  ],
  [{ kind: 'credits' }, ['billing', 'invoices', 'statement']],
  [{ kind: 'me' }, ['list', 'seven', 'eight', 'files', 'foreign', 'billing', 'invoices', 'statement']],
  [{ kind: 'hold' }, ['hold', 'holds']],
  [
    { kind: 'resync' },
    [
      'list',
      'seven',
      'eight',
      'hold',
      'holds',
      'talk',
      'other',
      'coming',
      'files',
      'foreign',
      'drums',
      'bass',
      'explore',
      'searched',
      'evening',
      'soonest',
      'drummer',
      'bassist',
      'samples',
      'draft',
      'hours',
      'week',
      'billing',
      'invoices',
      'statement',
    ],
  ],
];

test.each(EXPECTED)('%j makes old what it is about and nothing else', (hint, expected) => {
  const names = Object.keys(KEYS) as Name[];
  const touched = names.filter((name) =>
    isAffected(hint, { queryKey: KEYS[name], state: { data: DATA[name] } }),
  );
  expect(touched).toEqual(expected);
});

describe('asking again', () => {
  let client: QueryClient;
  let visible = true;
  let asked: string[] = [];
  const refetchMe = vi.fn<() => Promise<void>>();
  let refresher: ReturnType<typeof createRefresher>;

  beforeEach(() => {
    vi.useFakeTimers();
    client = new QueryClient();
    noteAsked(client);
    visible = true;
    asked = [];
    refetchMe.mockReset();
    refresher = createRefresher(client, { isVisible: () => visible, refetchMe });
  });
  afterEach(() => {
    refresher.stop();
    client.clear();
    vi.useRealTimers();
  });

  /** A query on screen that responds after 10 ms. */
  async function show(name: Name, answer: () => unknown = () => DATA[name] ?? name): Promise<void> {
    const observer = new QueryObserver(client, {
      queryKey: KEYS[name],
      queryFn: async () => {
        asked.push(name);
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
        return answer();
      },
    });
    observer.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(10);
    asked = [];
  }

  /** Shown a second before the opening, which tells changes of the last milliseconds. */
  async function openAfter(name: Name, ms: number): Promise<void> {
    await show(name);
    await vi.advanceTimersByTimeAsync(990);
    refresher.onHint({ kind: 'resync' }, true);
    refresher.onSince(ms);
  }

  test('what one act changes is asked for once', async () => {
    await show('list');
    await show('talk');
    for (const kind of ['message', 'session', 'message'] as const) refresher.onHint({ kind, session_id: 7 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked.toSorted()).toEqual(['list', 'talk']);
  });

  /** A query that starts while hints are collected and is in flight when they are applied. */
  async function askMeanwhile(): Promise<void> {
    await vi.advanceTimersByTimeAsync(35);
    void client.invalidateQueries({ queryKey: KEYS.list });
    await vi.advanceTimersByTimeAsync(1000);
  }

  test('lists of musicians rest between two refetches and miss nothing', async () => {
    await show('explore');
    await show('drummer');
    refresher.onHint({ kind: 'slots', musician_id: 'm1' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked.toSorted()).toEqual(['drummer', 'explore']);
    for (const _ of [1, 2, 3]) {
      refresher.onHint({ kind: 'slots', musician_id: 'm1' });
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(asked.filter((name) => name === 'explore')).toHaveLength(1);
    expect(asked.filter((name) => name === 'drummer')).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked.filter((name) => name === 'explore')).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked.filter((name) => name === 'explore')).toHaveLength(2);
  });

  test('an answer that was under way is asked for again, since it may be from before', async () => {
    await show('list');
    refresher.onHint({ kind: 'session', session_id: 7 });
    await askMeanwhile();
    expect(asked).toEqual(['list', 'list']);
  });

  test.each([
    ['seen', true, 'after'],
    ['not seen', false, 'before'],
  ] as const)(
    'what was under way when the stream opened is old once it is answered, in a tab that is %s',
    async (_, isVisible, expected) => {
      visible = isVisible;
      let stands = 'before';
      const slow = new QueryObserver(client, {
        queryKey: KEYS.list,
        queryFn: async () => {
          const read = stands;
          await new Promise((resolve) => {
            setTimeout(resolve, 200);
          });
          return read;
        },
      });
      slow.subscribe(() => {});
      refresher.onHint({ kind: 'resync' }, true);
      stands = 'after';
      await vi.advanceTimersByTimeAsync(1000);
      expect(client.getQueryData(KEYS.list)).toBe(expected);
      expect(client.getQueryState(KEYS.list)?.isInvalidated).toBe(!isVisible);
    },
  );

  test.each([
    ['a screen whose first answer is under way', true],
    ['a screen that is being prepared', false],
  ] as const)('what a hint changes is asked for again by %s', async (_, isShown) => {
    let stands = 'before';
    const options = {
      queryKey: KEYS.list,
      staleTime: Infinity,
      queryFn: async () => {
        asked.push('list');
        const read = stands;
        await new Promise((resolve) => {
          setTimeout(resolve, 200);
        });
        return read;
      },
    };
    if (isShown) new QueryObserver(client, options).subscribe(() => {});
    else void client.prefetchQuery(options);
    stands = 'after';
    refresher.onHint({ kind: 'session', session_id: 7 });
    await vi.advanceTimersByTimeAsync(1000);
    new QueryObserver(client, options).subscribe(() => {});
    await vi.advanceTimersByTimeAsync(1000);
    expect(client.getQueryData(KEYS.list)).toBe('after');
    expect(asked).toEqual(['list', 'list']);
  });

  test('the opening of the stream leaves alone what is asked for after it', async () => {
    await show('list');
    refresher.onHint({ kind: 'resync' }, true);
    await askMeanwhile();
    expect(asked).toEqual(['list']);
  });

  describe('a stream that tells from before its opening', () => {
    test.each([
      ['since then is left alone', 1000, []],
      ['earlier is asked for again', 999, ['list']],
    ] as const)('what was asked for %s', async (_, ms, expected) => {
      await openAfter('list', ms);
      await vi.advanceTimersByTimeAsync(1000);
      expect(asked).toEqual(expected);
    });

    test('what it tells is asked for again, the rest is not', async () => {
      await show('files');
      await openAfter('list', 2000);
      refresher.onHint({ kind: 'session', session_id: 7 });
      await vi.advanceTimersByTimeAsync(1000);
      expect(asked).toEqual(['list']);
    });

    test.each(['a hint that anything may have changed', 'a later opening'] as const)(
      'does not hide %s',
      async (what) => {
        await openAfter('list', 2000);
        if (what === 'a later opening') await vi.advanceTimersByTimeAsync(100);
        refresher.onHint({ kind: 'resync' }, what === 'a later opening');
        await vi.advanceTimersByTimeAsync(1000);
        expect(asked).toEqual(['list']);
      },
    );

    test('does not answer for a list whose next page came later than the rest', async () => {
      const observer = new InfiniteQueryObserver(client, {
        queryKey: KEYS.list,
        queryFn: async ({ pageParam }) => {
          asked.push(`page ${pageParam}`);
          return pageParam;
        },
        initialPageParam: 0,
        getNextPageParam: (last: number) => last + 1,
      });
      observer.subscribe(() => {});
      await vi.advanceTimersByTimeAsync(1000);
      await observer.fetchNextPage();
      asked = [];
      refresher.onHint({ kind: 'resync' }, true);
      refresher.onSince(500);
      await vi.advanceTimersByTimeAsync(1000);
      expect(asked).toEqual(['page 0', 'page 1']);
    });

    test.each([
      [1000, 0],
      [999, 1],
    ])('%i ms before it, who is signed in is asked %i times', async (ms, times) => {
      await client.prefetchQuery({ queryKey: KEYS.me, queryFn: () => null });
      await vi.advanceTimersByTimeAsync(1000);
      refresher.onHint({ kind: 'resync' }, true);
      refresher.onSince(ms);
      await vi.advanceTimersByTimeAsync(1000);
      expect(refetchMe).toHaveBeenCalledTimes(times);
    });
  });

  test('a tab that nobody sees asks for nothing; what it has is known to be old', async () => {
    await show('list');
    visible = false;
    refresher.onHint({ kind: 'session', session_id: 7 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual([]);
    expect(client.getQueryState(KEYS.list)?.isInvalidated).toBe(true);
  });

  test('what comes while a call of ours is under way is asked for once more after it', async () => {
    await show('talk');
    const answer = Promise.withResolvers<void>();
    const sending = client
      .getMutationCache()
      .build(client, {
        mutationFn: () => answer.promise,
        // As sending a message does: the query in flight is older than it.
        onSuccess: async () => {
          await client.cancelQueries({ queryKey: KEYS.talk });
          client.setQueryData(KEYS.talk, DATA.talk);
        },
      })
      .execute(undefined);
    await vi.advanceTimersByTimeAsync(0);
    refresher.onHint({ kind: 'message', session_id: 7 });
    await vi.advanceTimersByTimeAsync(45);
    expect(asked).toEqual(['talk']);
    answer.resolve();
    await sending;
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(['talk', 'talk']);
  });

  test.each([
    ['me', false, 1],
    ['credits', false, 1],
    ['resync', false, 1],
    ['resync', true, 1],
    ['session', false, 0],
  ] as const)(
    '%s (at the opening: %s) asks who is signed in %i times, also unseen',
    async (kind, first, times) => {
      visible = false;
      refresher.onHint({ kind }, first);
      await vi.advanceTimersByTimeAsync(1000);
      expect(refetchMe).toHaveBeenCalledTimes(times);
    },
  );
});
