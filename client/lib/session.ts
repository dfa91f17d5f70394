import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import { getStudio } from '#shared/content/calls.ts';
import type { Studio } from '#shared/content/contract.ts';
import { getMe } from '#shared/me/calls.ts';
import type { Me } from '#shared/me/contract.ts';
import { call, isNotSignedIn } from './api.ts';
import { observeServerTime } from './clock.ts';
import { storeProfile } from './stored/stored-profile.ts';

let logouts = 0;

/** Called by a logout before it clears what is stored: a person requested earlier is not stored any more. */
export function endStoring(): void {
  logouts += 1;
}

/** The signed-in person; null for nobody, which is not an error. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }): Promise<Me | null> => {
    const before = logouts;
    try {
      const { user } = await call(getMe, {}, { signal, isWhoAmI: true });
      if (before === logouts) storeProfile(user);
      return user;
    } catch (error) {
      if (isNotSignedIn(error)) return null;
      throw error;
    }
  },
  // Never collected between the guard and the screen, however late its code arrives.
  gcTime: Infinity,
});

/** Name, links and flags of the studio; read once per page. */
export const studioQuery = queryOptions({
  queryKey: ['studio'],
  queryFn: async ({ signal }): Promise<Studio> => {
    let between: readonly [number, number] = [Date.now(), Date.now()];
    const onAnswer = (from: number, to: number): void => {
      between = [from, to];
    };
    const { studio } = await call(getStudio, {}, { signal, onAnswer });
    observeServerTime(studio.now, ...between);
    return studio;
  },
  staleTime: Infinity,
});

/** The person of the frame, for what first appears when their login session has just ended. */
export const KnownPerson = createContext<Me | null>(null);

/** The signed-in person. Only below routes behind the login. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  const framed = useContext(KnownPerson);
  // After a logout elsewhere the screen keeps its person until the guard redirects.
  const [known] = useState(data);
  const me = data ?? known ?? framed;
  if (!me) throw new Error('useMe() is for screens behind the login');
  return me;
}

/** The studio's name, links and flags; undefined while it cannot be reached. */
export function useStudio(): Studio | undefined {
  return useQuery(studioQuery).data;
}
