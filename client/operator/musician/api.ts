import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  approveProfile,
  getMusician,
  getMusicianMonths,
  returnProfile,
  setMusicianRate,
  setMusicianServices,
} from '#shared/operator/musicians/calls-musicians.ts';
import { call, type ArgsOf } from '../../lib/api.ts';

/** A musician with all that an operator decides about. */
export const musicianQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'musician', id],
    queryFn: ({ signal }) => call(getMusician, { params: { id } }, { signal }),
    staleTime: 0,
  });

/** A musician's months of a year; the year before stays until it is there. */
export const musicianMonthsQuery = (id: string, year: number) =>
  queryOptions({
    queryKey: ['operator', 'musician-months', id, year],
    queryFn: async ({ signal }) =>
      (await call(getMusicianMonths, { params: { id }, query: { year } }, { signal })).months,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Reads the musician and the lists again, also when a change was refused: others may have changed it. */
function useSettled(id: string) {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries(musicianQuery(id));
    await queryClient.invalidateQueries({ queryKey: ['operator', 'musician-months', id] });
    await queryClient.invalidateQueries({ queryKey: ['operator'], refetchType: 'none' });
  };
}

interface Seen {
  readonly id: string;
  /** Of the draft that is on the screen. */
  readonly version: number;
}

/** Publishes the profile that is seen. */
export function useApprove({ id, version }: Seen) {
  const onSettled = useSettled(id);
  return useMutation({
    mutationFn: () => call(approveProfile, { params: { id }, body: { version } }),
    onSettled,
  });
}

/** Returns the profile that is seen, with a note. */
export function useReturn({ id, version }: Seen) {
  const onSettled = useSettled(id);
  return useMutation({
    mutationFn: (note: string) => call(returnProfile, { params: { id }, body: { version, note } }),
    onSettled,
  });
}

/** Sets what a musician earns from a day on. */
export function useSetRate(id: string) {
  const onSettled = useSettled(id);
  return useMutation({
    mutationFn: (body: ArgsOf<typeof setMusicianRate>['body']) =>
      call(setMusicianRate, { params: { id }, body }),
    onSettled,
  });
}

/** Sets which services a musician offers, on the draft that is seen. */
export function useSetServices({ id, version }: Seen) {
  const onSettled = useSettled(id);
  return useMutation({
    mutationFn: (services: readonly string[]) =>
      call(setMusicianServices, { params: { id }, body: { version, services: [...services] } }),
    onSettled,
  });
}
