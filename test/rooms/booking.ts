import * as contract from '#shared/booking/contract.ts';
import type { ArgsOf } from '#shared/lib/endpoint.ts';
import type { Session } from '#shared/sessions/contract.ts';
import type { TestApp } from '../api/app.ts';
import { test as base } from '../api/test.ts';
import type { TestPerson } from '../api/people.ts';
import type { Studio, TestSlot } from '../api/studio.ts';

/** Changes to the form of a confirmation. */
export type FormChanges = Partial<Omit<ArgsOf<typeof contract.confirm>['body'], 'session_id'>>;

function sessionOf(answer: {
  readonly status: number;
  readonly body: { readonly session: Session };
}): Session {
  if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.session;
}

/** Booking calls with defaults. */
export function makeBookingApi(test: TestApp, studio: Studio) {
  const prebook = (
    client: TestPerson | null,
    slots: readonly Pick<TestSlot, 'id'>[],
    { service = 'recording', primary = slots[0]?.id ?? '', headers = {} } = {},
  ) =>
    test.call(
      contract.prebook,
      {
        body: {
          slots: slots.map(({ id }) => id),
          primary_slot: primary,
          options: { service_id: studio.service(service) },
        },
        headers,
      },
      client,
    );
  const confirm = (
    client: TestPerson | null,
    session_id: number,
    changes: FormChanges = {},
    headers: Record<string, string> = {},
  ) => {
    const body = {
      session_id,
      session_info: { title: 'Song' },
      deliverables: { files_format: 'WAV', attendance: true },
      ...changes,
    };
    return test.call(contract.confirm, { body, headers }, client);
  };
  return {
    prebook,
    confirm,
    extend: (client: TestPerson | null, session_id: number) =>
      test.call(contract.extend, { body: { session_id } }, client),
    release: (client: TestPerson | null, session_id: number) =>
      test.call(contract.release, { body: { session_id } }, client),
    cancel: (
      client: TestPerson | null,
      session_id: number,
      more: Omit<ArgsOf<typeof contract.cancel>['body'], 'session_id'> = {},
      headers: Record<string, string> = {},
    ) => test.call(contract.cancel, { body: { session_id, ...more }, headers }, client),
    edit: (
      client: TestPerson | null,
      session_id: number,
      changes: Partial<Omit<ArgsOf<typeof contract.updateSession>['body'], 'session_id'>> = {},
    ) => {
      const form = {
        session_info: { title: 'Song' },
        deliverables: { files_format: 'WAV', attendance: true },
      };
      return test.call(contract.updateSession, { body: { session_id, ...form, ...changes } }, client);
    },
    move: (
      client: TestPerson | null,
      session_id: number,
      slots: readonly Pick<TestSlot, 'id'>[],
      { primary = slots[0]?.id ?? '', headers = {} } = {},
    ) => {
      const body = { session_id, slots: slots.map(({ id }) => id), primary_slot: primary };
      return test.call(contract.reschedule, { body, headers }, client);
    },
    /** A hold; throws when refused. */
    hold: async (client: TestPerson, slots: readonly Pick<TestSlot, 'id'>[], service = 'recording') =>
      sessionOf(await prebook(client, slots, { service })),
    /** A booked session; throws when refused. */
    book: async (client: TestPerson, slots: readonly Pick<TestSlot, 'id'>[], service = 'recording') =>
      sessionOf(await confirm(client, sessionOf(await prebook(client, slots, { service })).id)),
    /** A person's lots: remaining and sum of entries. */
    ledger(person: TestPerson) {
      return test.db
        .selectFrom('credit_lots as l')
        .leftJoin('credit_entries as e', 'e.lot_id', 'l.id')
        .select(['l.id', 'l.amount', 'l.remaining', 'l.source', 'l.expires_at'])
        .select((sum) => sum.fn.coalesce(sum.fn.sum<number>('e.delta'), sum.val(0)).as('entries'))
        .where('l.person_id', '=', person.id)
        .groupBy('l.id')
        .orderBy('l.id')
        .execute();
    },
  };
}

export type BookingApi = ReturnType<typeof makeBookingApi>;

/** `test` with `bookingApi`, the booking calls. */
export const test = base.extend('bookingApi', { scope: 'file' }, ({ app, studio }) =>
  makeBookingApi(app, studio),
);
