import { queryOptions } from '@tanstack/react-query';
import {
  cancel,
  confirm,
  extend,
  prebook,
  release,
  reschedule,
  updateSession,
} from '../../shared/booking/contract.ts';
import { listSlots } from '../../shared/calendar/contract.ts';
import { getConfiguration, getPartner } from '../../shared/catalogue/contract.ts';
import { getLimitations } from '../../shared/content/contract.ts';
import type { ArgsOf, ReadOf } from '../../shared/lib/endpoint.ts';
import { createTrack, getSession, listTracks, type Session } from '../../shared/sessions/contract.ts';
import { call, ProblemError } from '../app/api.ts';
import { newKey } from '../app/new-key.ts';

export type Partner = ReadOf<typeof getPartner>['partner'];
export type Configuration = ReadOf<typeof getConfiguration>[number];

/** Whether the server said that there is no such thing. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.status === 404;
}

/** The musician of a slug, or null: "no matching slug returns to /explore" (part 2 section 2). */
export const partnerQuery = (slug: string) =>
  queryOptions({
    queryKey: ['partner', slug],
    queryFn: async ({ signal }): Promise<Partner | null> => {
      try {
        return (await call(getPartner, { params: { id: slug } }, { signal })).partner;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
  });

/** What can be booked with a musician; null for an unknown one. */
export const configurationQuery = (slug: string) =>
  queryOptions({
    queryKey: ['configuration', slug],
    queryFn: async ({ signal }): Promise<Configuration | null> => {
      try {
        const answer = await call(
          getConfiguration,
          { params: { slug }, query: { mode: 'configuration' } },
          { signal },
        );
        return answer[0] ?? null;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
  });

/** A musician's slots, read again every minute ("parameter 60", part 2 section 7). */
export const slotsQuery = (musicianId: string) =>
  queryOptions({
    queryKey: ['slots', musicianId],
    queryFn: async ({ signal }) =>
      (await call(listSlots, { params: { id: musicianId }, query: { days: 60 } }, { signal })).slots,
    refetchInterval: 60_000,
    staleTime: 5000,
  });

/** One's live hold, or the session that it became; null when it is over (decisions 4: 404 from then on). */
export const holdQuery = (id: number) =>
  queryOptions({
    queryKey: ['hold', id],
    queryFn: async ({ signal }): Promise<Session | null> => {
      try {
        return (await call(getSession, { params: { id } }, { signal })).session;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
  });

export const tracksQuery = queryOptions({
  queryKey: ['tracks'],
  queryFn: async ({ signal }) => (await call(listTracks, { query: { size: 1000 } }, { signal })).tracks,
});

export const limitationsQuery = queryOptions({
  queryKey: ['limitations'],
  queryFn: async ({ signal }) => (await call(getLimitations, {}, { signal })).limitations,
  staleTime: Infinity,
});

export async function sendPrebook(body: ArgsOf<typeof prebook>['body']): Promise<Session> {
  return (await call(prebook, { body }, { idempotencyKey: newKey() })).session;
}

export async function sendExtend(session_id: number): Promise<Session> {
  return (await call(extend, { body: { session_id } })).session;
}

/** Gives a hold back. One that is over already is as good as given back. */
export async function sendRelease(session_id: number): Promise<void> {
  try {
    await call(release, { body: { session_id } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

export async function sendTrack(body: ArgsOf<typeof createTrack>['body'], key: string): Promise<string> {
  return (await call(createTrack, { body }, { idempotencyKey: key })).id;
}

export async function sendConfirm(body: ArgsOf<typeof confirm>['body'], key: string): Promise<Session> {
  return (await call(confirm, { body }, { idempotencyKey: key })).session;
}

export async function sendCancel(
  body: ArgsOf<typeof cancel>['body'],
  key: string,
): Promise<ReadOf<typeof cancel>> {
  return call(cancel, { body }, { idempotencyKey: key });
}

export async function sendUpdate(body: ArgsOf<typeof updateSession>['body']): Promise<Session> {
  return (await call(updateSession, { body })).session;
}

export async function sendReschedule(body: ArgsOf<typeof reschedule>['body'], key: string): Promise<Session> {
  return (await call(reschedule, { body }, { idempotencyKey: key })).session;
}
