import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ProblemError } from '../lib/api.ts';
import { errorMessage } from '../lib/error-message.ts';
import { newKey } from '../lib/new-key.ts';
import { toast } from '../ui/overlay/toast.ts';
import { useCalendarSource, type CalendarSource, type Change, type Schedule } from './source.ts';

/** Hours, time off, kinds of slots and the last change of a calendar. */
export const scheduleQuery = ({ keys, read }: CalendarSource) =>
  queryOptions({
    queryKey: keys.schedule,
    queryFn: ({ signal }) => read({ signal }),
    refetchOnWindowFocus: 'always',
  });

/** The slots of a calendar between two days, with who booked them. */
export const slotsQuery = ({ keys, slots }: CalendarSource, timezone: string, from: string, to: string) =>
  queryOptions({
    queryKey: [...keys.slots, timezone, from, to],
    queryFn: ({ signal }) => slots({ timezone, from_date: from, to_date: to }, { signal }),
    refetchOnWindowFocus: 'always',
  });

/** How long a change rests before it is asked for, in milliseconds. */
const REST_MS = 300;

/** What a change would do; `change` null asks nothing. Follows the change a moment later. */
export function usePreview(version: number, change: Change | null) {
  const source = useCalendarSource();
  const text = JSON.stringify(change);
  const [rested] = useDebouncedValue(text, REST_MS);
  const query = useQuery({
    queryKey: ['schedule-preview', ...source.keys.schedule, version, rested],
    queryFn: ({ signal }) => source.preview({ version, change: JSON.parse(rested) as Change }, { signal }),
    enabled: rested !== 'null',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  return { ...query, isSettled: rested === text && !query.isFetching };
}

/** Saves changes, each with an undo in its toast. */
export function useSchedule() {
  const source = useCalendarSource();
  const queryClient = useQueryClient();
  const { queryKey } = scheduleQuery(source);
  const follow = (schedule: Schedule): void => {
    queryClient.setQueryData(queryKey, schedule);
    void queryClient.invalidateQueries({ queryKey: source.keys.slots });
  };
  const fail = (error: unknown): void => {
    if (error instanceof ProblemError && error.problem.status === 409)
      void queryClient.invalidateQueries({ queryKey });
  };
  const undoing = useMutation({
    mutationFn: (change_id: string) => source.undo(change_id, { idempotencyKey: newKey() }),
    onSuccess: ({ schedule }) => {
      follow(schedule);
      toast(source.texts.undone);
    },
    onError: (error) => {
      fail(error);
      toast(errorMessage(error), 'danger');
    },
  });
  const saving = useMutation({
    mutationFn: ({ version, change }: { version: number; change: Change; said: string }) =>
      source.change({ version, change }, { idempotencyKey: newKey() }),
    onSuccess: ({ schedule, change_id }, { said }) => {
      follow(schedule);
      toast(said, 'success', { text: 'Undo', onPress: () => undoing.mutate(change_id) });
    },
    onError: fail,
  });
  return { saving, undoing };
}
