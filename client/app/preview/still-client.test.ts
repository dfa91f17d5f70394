import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { stillClient } from './still-client.ts';

test('has what it is given, however old, and asks for nothing', async () => {
  const queryFn = vi.fn<() => Promise<string>>(async () => 'called');
  const client = stillClient([[['known'], 'given']]);
  const read = (key: string) => {
    const observer = new QueryObserver(client, {
      queryKey: [key],
      queryFn,
      staleTime: 0,
      refetchOnMount: 'always',
    });
    observer.subscribe(() => {})();
    return observer.getCurrentResult();
  };
  expect(read('known').data).toBe('given');
  expect(read('other')).toMatchObject({ data: undefined, isPending: true, isFetching: false });
  expect(queryFn).not.toHaveBeenCalled();
});

test('changes nothing', async () => {
  const mutationFn = vi.fn<() => Promise<string>>(async () => 'called');
  const observer = new MutationObserver(stillClient([]), { mutationFn });
  await expect(observer.mutate()).rejects.toThrow('A preview changes nothing.');
  expect(mutationFn).not.toHaveBeenCalled();
});
