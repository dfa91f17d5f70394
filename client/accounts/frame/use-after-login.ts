import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReadOf } from '#shared/lib/endpoint.ts';
import type { login } from '#shared/accounts/contract.ts';
import { afterLogin } from '#shared/accounts/rules.ts';
import { trackEvent, type AnalyticsEvent } from '../../lib/analytics.ts';
import { meQuery } from '../../lib/session.ts';

/** Response of every call that signs in. */
export type LoginResponse = ReadOf<typeof login>;

/** The path to continue to, from the address. */
export function useNext(): string | null {
  const searchStr = useLocation({ select: (location) => location.searchStr });
  return new URLSearchParams(searchStr).get('next');
}

/**
 * Runs after every sign-in: reloads the person, sends analytics, and continues to `to`, `next` or another
 * front.
 */
export function useAfterLogin() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const next = useNext();
  return async ({ user, redirect }: LoginResponse, event: AnalyticsEvent, to?: string): Promise<void> => {
    if (redirect !== null) {
      trackEvent(event);
      globalThis.location.assign(redirect);
      return;
    }
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    trackEvent(event);
    await navigate({ href: to ?? afterLogin(user.role, next), replace: true });
  };
}
