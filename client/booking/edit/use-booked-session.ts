import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { SessionIdInUrl } from '#shared/lib/wire.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { ProblemError } from '../../lib/api.ts';
import { sessionQuery } from '../../sessions/api.ts';

export type BookedSession =
  | { readonly state: 'missing' }
  | { readonly state: 'loading' }
  | {
      readonly state: 'failed';
      readonly error: Error;
      readonly retry: () => void;
      readonly retrying: boolean;
    }
  | { readonly state: 'ready'; readonly session: Session };

/** The session of the address, loaded anew; missing where there is none for this person. */
export function useBookedSession(): BookedSession {
  const { id } = useParams({ strict: false });
  const read = SessionIdInUrl.safeParse(id);
  const query = useQuery({ ...sessionQuery(read.data ?? 0), enabled: read.success });
  const { data, error, isFetchedAfterMount, isFetching } = query;
  if (!read.success) return { state: 'missing' };
  if (error instanceof ProblemError && [400, 404].includes(error.problem.status)) return { state: 'missing' };
  if (data !== undefined && isFetchedAfterMount) return { state: 'ready', session: data };
  if (error !== null)
    return { state: 'failed', error, retry: () => void query.refetch(), retrying: isFetching };
  return { state: 'loading' };
}
