import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rate } from '#shared/sessions/calls.ts';
import { call, isRefusal, type ArgsOf } from '../../lib/api.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { useCacheSession } from '../api.ts';

export type Rating = ArgsOf<typeof rate>['body'];

const MAX_RETRIES = 3;
const FIRST_DELAY_MS = 2000;

/**
 * Sends a rating. Failures are retried silently, also behind the closed modal, and reported only at the end
 * (docs/product/sessions.md#rating-thanks).
 */
export function useRating() {
  const queryClient = useQueryClient();
  const cacheSession = useCacheSession();
  return useMutation({
    mutationFn: async (body: Rating) => (await call(rate, { body })).session,
    // One at a time: a late retry of an earlier rating never replaces a later one.
    scope: { id: 'rating' },
    // Without a network it fails and is retried like anything else, instead of waiting without thanks.
    networkMode: 'always',
    retry: (failures, error) => {
      console.warn('The rating was not saved', error);
      return !isRefusal(error) && failures < MAX_RETRIES;
    },
    retryDelay: (failures) => FIRST_DELAY_MS * 2 ** failures,
    onSuccess: (session) => {
      cacheSession(session);
      // The musician's average has changed.
      for (const name of ['partners', 'partner']) void queryClient.invalidateQueries({ queryKey: [name] });
    },
    onError: () => {
      toast('We could not save your rating. Please try again later.', 'danger');
      void queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
}
