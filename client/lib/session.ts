import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getStudio, type Studio } from '../../shared/content/contract.ts';
import { getMe, type Me } from '../../shared/me/contract.ts';
import { call, ProblemError } from './api.ts';
import { observeServerTime } from './clock.ts';

/** The signed-in person, or null for nobody: being signed out is an answer, not a failure. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      const { user } = await call(getMe, {}, { signal });
      void import('./kept.ts').then(({ keep }) => keep(user)).catch(() => undefined);
      return user;
    } catch (error) {
      if (error instanceof ProblemError && error.problem.code === 'not_signed_in') return null;
      throw error;
    }
  },
  // Never forgotten between the guard's question and the screen's code, however late that comes.
  gcTime: Infinity,
});

/** What every screen needs before anyone signs in; changes only with a deployment, so it is read once. */
export const studioQuery = queryOptions({
  queryKey: ['studio'],
  queryFn: async ({ signal }): Promise<Studio> => {
    const sentAt = Date.now();
    const { studio } = await call(getStudio, {}, { signal });
    observeServerTime(studio.now, sentAt, Date.now());
    return studio;
  },
  staleTime: Infinity,
});

/** The signed-in person. Only below the routes that ask for a login, where there is one. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  // Signed out elsewhere, a screen stands with whom it knew until the guard leads to the login.
  const [known] = useState(data);
  const me = data ?? known;
  if (!me) throw new Error('useMe() is for screens behind the login');
  return me;
}

/** The studio's name, links and flags; undefined while it cannot be reached. */
export function useStudio(): Studio | undefined {
  return useQuery(studioQuery).data;
}
