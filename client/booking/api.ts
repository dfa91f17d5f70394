import { queryOptions } from '@tanstack/react-query';
import {
  cancel,
  confirm,
  extend,
  getDraft,
  listHolds,
  prebook,
  release,
  reschedule,
  saveDraft,
  updateSession,
} from '#shared/booking/calls.ts';
import { requestVerificationLink } from '#shared/accounts/calls.ts';
import { DAYS_AHEAD } from '#shared/calendar/rules.ts';
import { listSlots } from '#shared/explore/calls.ts';
import type { Slot } from '#shared/explore/contract.ts';
import { getPartner } from '#shared/catalogue/calls.ts';
import { getConfiguration } from '#shared/explore/calls.ts';
import { getLimitations } from '#shared/content/calls.ts';
import { createTrack, getSession, listTracks } from '#shared/sessions/calls.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { call, ProblemError, type ArgsOf, type ReadOf } from '../lib/api.ts';
import { serverNow } from '../lib/clock.ts';

export type Partner = ReadOf<typeof getPartner>['partner'];
export type Configuration = ReadOf<typeof getConfiguration>[number];

/** Whether the server answered 404. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.status === 404;
}

/** The musician of a slug; null for an unknown one. */
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
        const configurations = await call(
          getConfiguration,
          { params: { slug }, query: { mode: 'configuration' } },
          { signal },
        );
        return configurations[0] ?? null;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
  });

/** A musician's bookable slots. Read again after live hints, the end of a hold, and refusals. */
export const slotsQuery = (musicianId: string) =>
  queryOptions({
    queryKey: ['slots', musicianId],
    queryFn: async ({ signal }) =>
      (await call(listSlots, { params: { id: musicianId }, query: { days: DAYS_AHEAD } }, { signal })).slots,
    staleTime: 5000,
    refetchInterval: ({ state: { data } }) => holdsEndIn(data ?? [], serverNow()),
  });

const SHORTEST_WAIT_MS = 500;

/** Milliseconds until the first hold ends; false where nothing is held. */
export function holdsEndIn(slots: readonly Pick<Slot, 'held_until'>[], now: number): number | false {
  const ends = slots.flatMap(({ held_until }) => (held_until === null ? [] : [Date.parse(held_until)]));
  return ends.length === 0 ? false : Math.max(SHORTEST_WAIT_MS, Math.min(...ends) - now);
}

/** The caller's live hold, or the session that it became; null when it is over. */
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

/** The caller's live hold, from any device, and the input of the hold limits. */
export const holdsQuery = queryOptions({
  queryKey: ['holds'],
  queryFn: async ({ signal }) => call(listHolds, {}, { signal }),
});

/** The server's draft for a musician, as of the panel's opening. */
export const draftQuery = (musicianId: string) =>
  queryOptions({
    queryKey: ['draft', musicianId],
    queryFn: async ({ signal }) =>
      (await call(getDraft, { query: { partner_id: musicianId } }, { signal })).draft,
    staleTime: Infinity,
    gcTime: 0,
    retry: 1,
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

export async function sendPrebook(body: ArgsOf<typeof prebook>['body'], key: string): Promise<Session> {
  return (await call(prebook, { body }, { idempotencyKey: key })).session;
}

export async function sendExtend(session_id: number): Promise<Session> {
  return (await call(extend, { body: { session_id } })).session;
}

/** Releases a hold; one that is over already counts as released. */
export async function sendRelease(session_id: number): Promise<void> {
  try {
    await call(release, { body: { session_id } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Saves the draft beside its hold and returns when it was saved. */
export async function sendDraft(body: ArgsOf<typeof saveDraft>['body']): Promise<string> {
  return (await call(saveDraft, { body })).saved_at;
}

/** Sends the link that verifies the caller's address, then continues at `next`. */
export async function sendProofLink(next: string): Promise<ReadOf<typeof requestVerificationLink>> {
  return call(requestVerificationLink, { body: { next } });
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
