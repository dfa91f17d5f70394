import { infiniteQueryOptions } from '@tanstack/react-query';
import { listAuditLog } from '#shared/operator/calls.ts';
import { call } from '../../lib/api.ts';
import type { AuditSearch } from './audit-search.ts';

/** The audit log, newest first, page by page. */
export const auditLogQuery = ({ by, what, kind, id, person }: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'audit-log', { by, what, kind, id, person }],
    queryFn: async ({ pageParam, signal }) => {
      const filter = { operator: by, what, object_kind: kind, object_id: id, person };
      return call(listAuditLog, { query: { ...filter, after: pageParam } }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
