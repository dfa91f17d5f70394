import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { problem } from '#shared/lib/problem.ts';
import type { Me } from '#shared/me/contract.ts';
import { listTracks } from '#shared/sessions/calls.ts';
import { call, whenNotSignedIn } from '../lib/api.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { meQuery } from '../lib/session.ts';
import { createSignedOut } from './signed-out.ts';

const ADA = { id: 'ada', time_zone: 'Europe/Lisbon' } as unknown as Me;

afterEach(() => {
  vi.unstubAllGlobals();
});

const refusal = (code: string) =>
  Response.json(problem(code, { status: 401, detail: 'No.' }), { status: 401 });

/** A page of Ada's whose list of tracks is answered as `list` says, and who is signed in as `me` says. */
function page({ list, me }: { list: () => Response; me: () => Me | null }) {
  const asked = vi.fn<() => Response>(list);
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith(listTracks.path)) return asked();
    const person = me();
    return person ? Response.json({ user: person }) : refusal('not_signed_in');
  });
  const clock = { ms: 0 };
  const passGuards = vi.fn<() => Promise<void>>(async () => {});
  const queryClient = createQueryClient();
  const signedOut = createSignedOut({ queryClient, passGuards, now: () => clock.ms });
  const stopListening = whenNotSignedIn(() => void signedOut());
  queryClient.setQueryData(meQuery.queryKey, ADA);
  const observer = new QueryObserver(queryClient, {
    queryKey: ['tracks'],
    queryFn: () => call(listTracks, { query: { size: 10 } }),
  });
  const stopObserving = observer.subscribe(() => {});
  return {
    asked,
    clock,
    passGuards,
    shown: () => observer.getCurrentResult().data,
    failed: () => observer.getCurrentResult().isError,
    refetch: () => observer.refetch(),
    person: () => queryClient.getQueryData(meQuery.queryKey),
    [Symbol.dispose]: () => {
      stopObserving();
      stopListening();
    },
  };
}

/** Answers of a server that takes the newer login session only. */
function twoLoginSessions() {
  let isOld = true;
  return {
    list: () => (isOld ? refusal('not_signed_in') : Response.json({ tracks: [] })),
    me: () => {
      isOld = false;
      return ADA;
    },
    makeOld: () => {
      isOld = true;
    },
  };
}

test('who was given another login session meanwhile keeps the screen, and what failed is asked again', async () => {
  using tab = page(twoLoginSessions());
  await expect.poll(tab.shown).toEqual({ tracks: [] });
  expect(tab.asked).toHaveBeenCalledTimes(2);
  expect(tab.person()).toEqual(ADA);
});

test('who is signed in no more goes to the login', async () => {
  using tab = page({ list: () => refusal('not_signed_in'), me: () => null });
  await expect.poll(tab.person).toBe(null);
  expect(tab.passGuards).toHaveBeenCalledTimes(1);
  expect(tab.asked).toHaveBeenCalledTimes(1);
});

test('a second refusal within five seconds is believed', async () => {
  using tab = page({ list: () => refusal('not_signed_in'), me: () => ADA });
  await expect.poll(tab.person).toBe(null);
  expect(tab.asked).toHaveBeenCalledTimes(2);
});

test('refusals more than five seconds apart are each looked into', async () => {
  const { makeOld, ...answers } = twoLoginSessions();
  using tab = page(answers);
  await expect.poll(tab.shown).toEqual({ tracks: [] });
  makeOld();
  tab.clock.ms = 5001;
  await tab.refetch();
  await expect.poll(() => tab.asked.mock.calls.length).toBe(4);
  expect(tab.person()).toEqual(ADA);
});

test('other refusals with the same status lead nowhere', async () => {
  using tab = page({ list: () => refusal('edit_not_allowed'), me: () => null });
  await expect.poll(tab.failed).toBe(true);
  expect(tab.person()).toEqual(ADA);
  expect(tab.passGuards).not.toHaveBeenCalled();
});
