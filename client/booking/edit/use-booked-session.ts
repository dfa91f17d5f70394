import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { SessionIdInUrl } from '#shared/lib/wire.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { isGone } from '../../lib/ModalRefusal.tsx';
import type { QueryState } from '../../lib/QueryView.tsx';
import { sessionQuery } from '../../sessions/api.ts';

/** The session of the address, loaded anew; null where there is none for this person. */
export function useBookedSession(): QueryState<Session> | null {
  const { id } = useParams({ strict: false });
  const read = SessionIdInUrl.safeParse(id);
  const query = useQuery({ ...sessionQuery(read.data ?? 0), enabled: read.success });
  const { data, error, isFetchedAfterMount, isFetching, refetch } = query;
  if (!read.success || isGone(error)) return null;
  return { data: isFetchedAfterMount ? data : undefined, error, isFetching, refetch };
}
