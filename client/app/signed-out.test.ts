import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { problem } from '#shared/lib/problem.ts';
import type { Me } from '#shared/me/contract.ts';
import { ProblemError } from '../lib/api.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { meQuery } from '../lib/session.ts';
import { createSignedOut } from './signed-out.ts';

const ADA = { id: 'ada', time_zone: 'Europe/Lisbon' } as unknown as Me;
const REFUSED = problem('not_signed_in', { status: 401, detail: 'No.' });

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page of Ada's whose list is answered as `list` says, and `me` as `me` says. */
function page({ list, me }: { list: () => boolean; me: () => Me | null }) {
  vi.stubGlobal('fetch', async () => {
    const person = me();
    return Response.json(person ? { user: person } : REFUSED, { status: person ? 200 : 401 });
  });
  const clock = { ms: 0 };
  const passGuards = vi.fn<() => Promise<void>>(async () => {});
  const queryClient = createQueryClient(() => void signedOut());
  const signedOut = createSignedOut({ queryClient, passGuards, now: () => clock.ms });
  queryClient.setQueryData(meQuery.queryKey, ADA);
  const asked = vi.fn<() => Promise<string>>(async () => {
    if (!list()) throw new ProblemError(REFUSED);
    return 'sessions';
  });
  const observer = new QueryObserver(queryClient, { queryKey: ['list'], queryFn: asked });
  const stop = observer.subscribe(() => {});
  return {
    asked,
    clock,
    passGuards,
    shown: () => observer.getCurrentResult().data,
    refetch: () => observer.refetch(),
    person: () => queryClient.getQueryData(meQuery.queryKey),
    [Symbol.dispose]: stop,
  };
}

test('who was given another login session meanwhile keeps the screen, and what failed is asked again', async () => {
  let isOld = true;
  using tab = page({ list: () => !isOld, me: () => ((isOld = false), ADA) });
  await expect.poll(tab.shown).toBe('sessions');
  expect(tab.asked).toHaveBeenCalledTimes(2);
  expect(tab.person()).toEqual(ADA);
});

test('who is signed in no more goes to the login', async () => {
  using tab = page({ list: () => false, me: () => null });
  await expect.poll(tab.person).toBe(null);
  expect(tab.passGuards).toHaveBeenCalledTimes(1);
  expect(tab.asked).toHaveBeenCalledTimes(1);
});

test('a second refusal within five seconds is believed', async () => {
  using tab = page({ list: () => false, me: () => ADA });
  await expect.poll(tab.person).toBe(null);
  expect(tab.asked).toHaveBeenCalledTimes(2);
});

test('refusals seconds apart are each looked into', async () => {
  let isOld = true;
  using tab = page({ list: () => !isOld, me: () => ((isOld = false), ADA) });
  await expect.poll(tab.shown).toBe('sessions');
  isOld = true;
  tab.clock.ms = 5001;
  await tab.refetch();
  await expect.poll(() => tab.asked.mock.calls.length).toBe(4);
  expect(tab.person()).toEqual(ADA);
});
