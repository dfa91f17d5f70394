import { QueryClient } from '@tanstack/react-query';

/** What is known: query keys and data. */
export type Known = readonly (readonly [key: readonly unknown[], data: unknown])[];

/** A query cache that has what it is given and never calls: what else a screen asks for stays on its way. */
export function stillClient(known: Known): QueryClient {
  const client = new QueryClient();
  const queryOptions = client.defaultQueryOptions.bind(client);
  client.defaultQueryOptions = ((options: never) => ({
    ...queryOptions(options),
    enabled: false,
  })) as unknown as QueryClient['defaultQueryOptions'];
  client.defaultMutationOptions = ((options: object) => ({
    ...options,
    mutationFn: () => Promise.reject(new Error('A preview changes nothing.')),
  })) as unknown as QueryClient['defaultMutationOptions'];
  for (const [key, data] of known) client.setQueryData(key, data);
  return client;
}
