import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { SessionIdInUrl } from '../../../shared/lib/wire.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import { ProblemError } from '../../app/api.ts';
import { sessionQuery } from '../../sessions/api.ts';

export type Booked =
  | { readonly state: 'absent' }
  | { readonly state: 'asking' }
  | {
      readonly state: 'failed';
      readonly error: Error;
      readonly retry: () => void;
      readonly retrying: boolean;
    }
  | { readonly state: 'there'; readonly session: Session };

/** The session of the address as it is now, not as it was shown before; absent where there is none for this person. */
export function useBooked(): Booked {
  const { id } = useParams({ strict: false });
  const read = SessionIdInUrl.safeParse(id);
  const query = useQuery({ ...sessionQuery(read.data ?? 0), enabled: read.success });
  const { data, error, isFetchedAfterMount, isFetching } = query;
  if (!read.success) return { state: 'absent' };
  if (error instanceof ProblemError && [400, 404].includes(error.problem.status)) return { state: 'absent' };
  if (data !== undefined && isFetchedAfterMount) return { state: 'there', session: data };
  if (error !== null)
    return { state: 'failed', error, retry: () => void query.refetch(), retrying: isFetching };
  return { state: 'asking' };
}
