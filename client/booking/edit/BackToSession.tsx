import { Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toast } from '../../ui/toast.ts';

/** Leads to a session's panel, with a word about why one is there. */
export function BackToSession({ id, why }: { id: number; why: string }) {
  useEffect(() => toast(why, 'danger'), [why]);
  return (
    <Navigate
      to="/sessions/$id/{-$tab}"
      params={{ id: String(id), tab: undefined }}
      search={onlyTab}
      replace
    />
  );
}

/** My Sessions' own search, without what belongs to what stood over it. */
export function onlyTab<Tab>({ tab }: { tab?: Tab }): { tab?: Tab } {
  return tab === undefined ? {} : { tab };
}
