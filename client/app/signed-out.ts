import type { QueryClient } from '@tanstack/react-query';
import { isNotSignedIn } from '../lib/api.ts';
import { isSamePerson } from '../lib/live/same-person.ts';
import { meQuery } from '../lib/session.ts';

/** A refusal this soon after the person was found signed in is believed, so that nothing is asked for ever. */
const BELIEVED_MS = 5000;

interface Ports {
  readonly queryClient: QueryClient;
  /** Passes the guards of the current route again. */
  readonly passGuards: () => Promise<void>;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/**
 * What follows a call that was refused because nobody is signed in: who still is, because this browser was just given
 * another login session, keeps their screen and what failed is asked again; anybody else goes to the login
 * (docs/product/accounts.md#signed-out).
 */
export function createSignedOut({ queryClient, passGuards, now }: Ports): () => Promise<void> {
  let foundAt = -Infinity;
  let isAsking = false;
  return async () => {
    if (isAsking) return;
    const isKnown = queryClient.getQueryData(meQuery.queryKey) != null;
    if (isKnown && now() - foundAt > BELIEVED_MS) {
      isAsking = true;
      const isSame = await isSamePerson(queryClient).finally(() => {
        isAsking = false;
      });
      if (isSame) {
        foundAt = now();
        await queryClient.refetchQueries({
          type: 'active',
          predicate: ({ state }) => isNotSignedIn(state.error),
        });
        return passGuards();
      }
    }
    queryClient.setQueryData(meQuery.queryKey, null);
    await passGuards();
  };
}
