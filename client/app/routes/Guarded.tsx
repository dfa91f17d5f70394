import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { KnownPerson } from '../../lib/session.ts';

/**
 * Gives what first appears the guard's person: the login session may end after the guard has passed and before the
 * screen is drawn; it then stands until the next guard leads to the login.
 */
export function Guarded({ children }: { readonly children: ReactNode }) {
  const guarded = useRouteContext({ strict: false, select: ({ me }) => me });
  return <KnownPerson value={guarded ?? null}>{children}</KnownPerson>;
}
