import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReadOf } from '../../../shared/lib/endpoint.ts';
import type { login } from '../../../shared/accounts/contract.ts';
import { afterLogin } from '../../../shared/accounts/rules.ts';
import { note, type AnalyticsEvent } from '../../app/analytics.ts';
import { meQuery } from '../../app/session.ts';

/** Who has just come in, as every call that signs in answers. */
export type Arrived = ReadOf<typeof login>;

/** The path that the address asks to go on to. */
export function useNext(): string | null {
  const searchStr = useLocation({ select: (location) => location.searchStr });
  return new URLSearchParams(searchStr).get('next');
}

/**
 * What follows every way of coming in: the person is read anew, analytics hear of it, and they go on to `to`, else to
 * where they wanted to go. Whose role lives on another front goes there with the ticket that they were given.
 */
export function useArrival() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const next = useNext();
  return async ({ user, redirect }: Arrived, event: AnalyticsEvent, to?: string): Promise<void> => {
    if (redirect !== null) {
      note(event);
      globalThis.location.assign(redirect);
      return;
    }
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    note(event);
    await navigate({ href: to ?? afterLogin(user.role, next), replace: true });
  };
}
