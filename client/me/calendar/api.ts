import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changeSchedule, getSchedule, previewSchedule, undoSchedule } from '#shared/calendar/calls.ts';
import { call, ProblemError, type ArgsOf, type ReadOf } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { toast } from '../../ui/overlay/toast.ts';

/** The musician's schedule: hours, time off, kinds of slots, the last change. */
export type Schedule = ReadOf<typeof getSchedule>;
/** A change that can be previewed and saved. */
export type Change = ArgsOf<typeof changeSchedule>['body']['change'];
/** What a change does. */
export type Effect = ReadOf<typeof previewSchedule>['effect'];

export const scheduleQuery = queryOptions({
  queryKey: ['schedule'],
  queryFn: ({ signal }) => call(getSchedule, {}, { signal }),
  refetchOnWindowFocus: 'always',
});

/** How long a change rests before it is asked for, in milliseconds. */
const REST_MS = 300;

/** What a change would do; `change` null asks nothing. Follows the change a moment later. */
export function usePreview(version: number, change: Change | null) {
  const text = JSON.stringify(change);
  const [rested] = useDebouncedValue(text, REST_MS);
  const query = useQuery({
    queryKey: ['schedule-preview', version, rested],
    queryFn: async ({ signal }) => {
      const body = { version, change: JSON.parse(rested) as Change };
      return (await call(previewSchedule, { body }, { signal })).effect;
    },
    enabled: rested !== 'null',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  return { ...query, isSettled: rested === text && !query.isFetching };
}

/** Saves changes, each with an undo in its toast. */
export function useSchedule() {
  const queryClient = useQueryClient();
  const follow = (schedule: Schedule): void => {
    queryClient.setQueryData(scheduleQuery.queryKey, schedule);
    void queryClient.invalidateQueries({ queryKey: ['musician-calendar'] });
  };
  const fail = (error: unknown): void => {
    if (error instanceof ProblemError && error.problem.status === 409)
      void queryClient.invalidateQueries(scheduleQuery);
  };
  const undoing = useMutation({
    mutationFn: (change_id: string) =>
      call(undoSchedule, { body: { change_id } }, { idempotencyKey: newKey() }),
    onSuccess: ({ schedule }) => {
      follow(schedule);
      toast('Undone. Your calendar is as it was.');
    },
    onError: (error) => {
      fail(error);
      toast(errorMessage(error), 'danger');
    },
  });
  const saving = useMutation({
    mutationFn: (body: { version: number; change: Change; said: string }) =>
      call(
        changeSchedule,
        { body: { version: body.version, change: body.change } },
        { idempotencyKey: newKey() },
      ),
    onSuccess: ({ schedule, change_id }, { said }) => {
      follow(schedule);
      toast(said, 'success', { text: 'Undo', onPress: () => undoing.mutate(change_id) });
    },
    onError: fail,
  });
  return { saving, undoing };
}
