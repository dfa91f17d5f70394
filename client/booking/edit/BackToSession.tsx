import { Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toast } from '../../ui/overlay/toast.ts';

/** Redirects to a session's panel and says why in a toast. */
export function BackToSession({ id, reason }: { id: number; reason: string }) {
  useEffect(() => toast(reason, 'danger'), [reason]);
  return (
    <Navigate
      to="/sessions/$id/{-$tab}"
      params={{ id: String(id), tab: undefined }}
      search={onlyTab}
      replace
    />
  );
}

/** The search of My Sessions, without that of a panel over it. */
export function onlyTab<Tab>({ tab }: { tab?: Tab }): { tab?: Tab } {
  return tab === undefined ? {} : { tab };
}
