import { QueryClient } from '@tanstack/react-query';
import { expect, test as base } from 'vitest';
import type { Me } from '#shared/me/contract.ts';
import { meQuery } from '../session.ts';
import { isSamePerson } from './same-person.ts';

const ADA = { id: 'ada' } as Me;

/** A tab of Ada's, and what she is answered when it asks who is signed in. */
const test = base.extend('tab', () => (...answers: readonly (Me | null)[]) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queryClient.setQueryData(meQuery.queryKey, ADA);
  const left = [...answers];
  const asking = { ...meQuery, queryFn: async () => left.shift() ?? null };
  /** A call that takes until `end`. */
  const change = () => {
    const { promise, resolve: end } = Promise.withResolvers<null>();
    const done = queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: () => promise })
      .execute(undefined);
    return { end: () => end(null), done };
  };
  return { is: () => isSamePerson(queryClient, asking), change, left };
});

test('nobody, somebody else and oneself are told apart', async ({ tab }) => {
  expect(await tab(null).is()).toBe(false);
  expect(await tab({ id: 'bela' } as Me).is()).toBe(false);
  expect(await tab(ADA).is()).toBe(true);
});

test('who changes their password is asked once more when that is done, for their login session is another', async ({
  tab,
}) => {
  const { is, change, left } = tab(null, ADA);
  const { end, done } = change();
  const answer = is();
  await expect.poll(() => left.length).toBe(1);
  end();
  await done;
  expect(await answer).toBe(true);
});

test('who is signed out meanwhile is so after it, too', async ({ tab }) => {
  const { is, change } = tab(null, null);
  const { end, done } = change();
  const answer = is();
  end();
  await done;
  expect(await answer).toBe(false);
});
