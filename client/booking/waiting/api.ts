import { queryOptions } from '@tanstack/react-query';
import {
  acceptOffer,
  changeWait,
  declineOffer,
  joinLine,
  leaveLine,
  listWaits,
} from '#shared/booking/calls.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { call, type ArgsOf, type ReadOf } from '../../lib/api.ts';

export type Wait = ReadOf<typeof listWaits>['waiting'][number];
export type Offer = NonNullable<Wait['offer']>;

/** The lists that the person is in. Follows live hints. */
export const waitsQuery = queryOptions({
  queryKey: ['waiting'],
  queryFn: async ({ signal }) => (await call(listWaits, {}, { signal })).waiting,
});

export async function sendJoin(body: ArgsOf<typeof joinLine>['body'], key: string): Promise<Wait> {
  return (await call(joinLine, { body }, { idempotencyKey: key })).waiting;
}

export async function sendChange(body: ArgsOf<typeof changeWait>['body']): Promise<Wait> {
  return (await call(changeWait, { body })).waiting;
}

export async function sendLeave(waiting_id: string): Promise<void> {
  await call(leaveLine, { body: { waiting_id } });
}

export async function sendAccept(offer_id: string, key: string): Promise<Session> {
  return (await call(acceptOffer, { body: { offer_id } }, { idempotencyKey: key })).session;
}

export async function sendDecline(offer_id: string): Promise<void> {
  await call(declineOffer, { body: { offer_id } });
}
