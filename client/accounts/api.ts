import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReadOf } from '../../shared/lib/endpoint.ts';
import { enter, login } from '../../shared/accounts/contract.ts';
import { afterLogin, normalEmail, safeNext } from '../../shared/accounts/rules.ts';
import { call } from '../app/api.ts';
import { meQuery } from '../app/session.ts';

export interface LoginForm {
  readonly email: string;
  readonly password: string;
}

/** Signs in by password or by another front's ticket, and goes on to where the person wanted to go. */
export function useLogin() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const searchStr = useLocation({ select: (location) => location.searchStr });
  const next = new URLSearchParams(searchStr).get('next');

  const goOn = async ({ user, redirect }: ReadOf<typeof login>) => {
    if (redirect !== null) {
      globalThis.location.assign(redirect);
      return;
    }
    rememberTimezone(user.timezone);
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    await navigate({ href: afterLogin(user.role, next), replace: true });
  };

  return {
    byPassword: async ({ email, password }: LoginForm) => {
      const safe = safeNext(next);
      const body = {
        user: { email: normalEmail(email), password },
        ...(safe === null ? {} : { next: safe }),
      };
      return goOn(await call(login, { body }));
    },
    byTicket: async (ticket: string) => goOn(await call(enter, { body: { ticket } })),
  };
}

/** The zone is kept in the browser, as the requirement says; a closed storage is no reason to fail a login. */
function rememberTimezone(timezone: string): void {
  try {
    localStorage.setItem('timezone', timezone);
  } catch {
    // Every screen reads the zone from the person anyway.
  }
}
