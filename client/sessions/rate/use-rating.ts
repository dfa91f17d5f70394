import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ArgsOf } from '../../../shared/lib/endpoint.ts';
import { rate } from '../../../shared/sessions/contract.ts';
import { call, ProblemError } from '../../app/api.ts';
import { toast } from '../../ui/toast.ts';
import { useKeepSession } from '../api.ts';

export type Rating = ArgsOf<typeof rate>['body'];

const TRIES_MORE = 3;
const FIRST_PAUSE_MS = 2000;

/**
 * Sends a rating. Its giver is thanked whatever comes of it (part 2 section 4), so what fails is logged and tried again
 * quietly, also when the modal is closed; only when none of it helped do they hear of it (decisions 2).
 */
export function useRating() {
  const queryClient = useQueryClient();
  const keep = useKeepSession();
  return useMutation({
    mutationFn: async (body: Rating) => (await call(rate, { body })).session,
    // One after the other: a late try of an earlier rating never replaces a later one.
    scope: { id: 'rating' },
    // Without a network it fails and is tried again like anything else, instead of waiting unthanked.
    networkMode: 'always',
    retry: (failures, error) => {
      console.warn('The rating was not saved', error);
      const refused =
        error instanceof ProblemError && error.problem.status >= 400 && error.problem.status < 500;
      return !refused && failures < TRIES_MORE;
    },
    retryDelay: (failures) => FIRST_PAUSE_MS * 2 ** failures,
    onSuccess: (session) => {
      keep(session);
      // The musician's average has moved.
      for (const name of ['partners', 'partner']) void queryClient.invalidateQueries({ queryKey: [name] });
    },
    onError: () => {
      toast('We could not save your rating. Please rate again a little later.', 'danger');
      void queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
}
