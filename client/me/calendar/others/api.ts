import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addCalendar,
  listCalendars,
  readCalendar,
  removeCalendar,
  renameCalendar,
} from '#shared/calendar/calls.ts';
import { call, type ReadOf } from '../../../lib/api.ts';
import { newKey } from '../../../lib/new-key.ts';

/** Another calendar of the musician. */
export type OtherCalendar = ReadOf<typeof listCalendars>['calendars'][number];
/** A busy time during a session. */
export type Conflict = ReadOf<typeof listCalendars>['conflicts'][number];

export const otherCalendarsQuery = queryOptions({
  queryKey: ['other-calendars'],
  queryFn: ({ signal }) => call(listCalendars, {}, { signal }),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

/** Changes of the musician's other calendars; what they hide follows. */
export function useOtherCalendars() {
  const queryClient = useQueryClient();
  const onSettled = async () => {
    void queryClient.invalidateQueries({ queryKey: ['musician-calendar'] });
    await queryClient.invalidateQueries(otherCalendarsQuery);
  };
  const adding = useMutation({
    mutationFn: (body: { url: string; name: string }) =>
      call(addCalendar, { body }, { idempotencyKey: newKey() }),
    onSettled,
  });
  const reading = useMutation({
    mutationFn: (id: string) => call(readCalendar, { params: { id } }),
    onSettled,
  });
  const renaming = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(renameCalendar, { params: { id }, body: { name } }),
    onSettled,
  });
  const removing = useMutation({
    mutationFn: (id: string) => call(removeCalendar, { params: { id } }),
    onSettled,
  });
  return { adding, reading, renaming, removing };
}
