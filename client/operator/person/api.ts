import { queryOptions } from '@tanstack/react-query';
import { getPerson } from '#shared/operator/calls.ts';
import { call } from '../../lib/api.ts';

/** A person and the latest about them. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'person', id],
    queryFn: ({ signal }) => call(getPerson, { params: { id } }, { signal }),
    staleTime: 0,
  });
