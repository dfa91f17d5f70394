import * as booking from '#shared/booking/contract.ts';
import * as holding from '#shared/booking/contract-holding.ts';
import * as waiting from '#shared/booking/contract-waiting.ts';
import type { ArgsOf, Endpoint } from '#shared/lib/endpoint.ts';
import { newId } from '#server/lib/ids.ts';
import type { SessionOptions } from '../rooms/sessions.ts';
import {
  sessionRow,
  makeHold,
  UNKNOWN_ID,
  plainRow,
  withReference,
  type AccessRow,
  type ForeignReference,
  type AccessFixtures,
} from './row.ts';

const confirmation = (session_id: number, track_id: string | null = null) => ({
  body: {
    session_id,
    track_id,
    session_info: { title: 'Song' },
    deliverables: { files_format: 'WAV', attendance: true },
  },
});

/** Confirms one's own hold, or edits one's own session, with somebody else's track. */
const withForeignTrack =
  (made: Partial<SessionOptions>) =>
  async (t: AccessFixtures): Promise<ForeignReference> => {
    const stranger = t.stranger('client');
    const { id } = await t.makeSession({ client: stranger, ...made });
    return {
      field: 'track_id',
      unknown: confirmation(id, UNKNOWN_ID),
      foreign: confirmation(id, await t.makeTrack(t.client)),
      owner: stranger,
      ownCall: confirmation(id, await t.makeTrack(stranger)),
    };
  };

const move = (session_id: number) => ({
  body: { session_id, slots: [UNKNOWN_ID], primary_slot: UNKNOWN_ID },
});

/** A wait of the client's for a musician, and an offer whose time nobody claims any more. */
async function makeWait(t: AccessFixtures): Promise<{ waiting: string; offer: string }> {
  const [wait, offer] = [newId(), newId()];
  await t.studio.inTx(async (tx, now) => {
    await tx
      .updateTable('waiting')
      .set({ ended: 'left', ended_at: now })
      .where('person_id', '=', t.client.id)
      .where('ended', 'is', null)
      .execute();
    await tx
      .insertInto('waiting')
      .values({
        id: wait,
        person_id: t.client.id,
        musician_id: t.musician.id,
        service_id: t.studio.service('recording'),
        days: 127,
        from_time: '00:00',
        to_time: '00:00',
        zone: 'UTC',
        created_at: now,
      })
      .execute();
    const expires_at = now.add({ minutes: 30 });
    const times = { starts_at: expires_at, ends_at: expires_at.add({ minutes: 30 }) };
    await tx
      .insertInto('waiting_offers')
      .values({ id: offer, waiting_id: wait, ...times, offered_at: now, expires_at })
      .execute();
  });
  return { waiting: wait, offer };
}

/** A row of an endpoint whose calls name a wait or an offer of it. */
function waitRow<E extends Endpoint>(
  endpoint: E,
  of: 'waiting' | 'offer',
  args: (id: string) => ArgsOf<E>,
  status?: number,
): AccessRow {
  const field = `${of}_id`;
  return {
    endpoint,
    args: () => args(UNKNOWN_ID),
    references: [
      {
        field,
        make: async (t) => ({
          field,
          unknown: args(UNKNOWN_ID),
          foreign: args((await makeWait(t))[of]),
          owner: t.client,
          status,
        }),
      },
    ],
  };
}

export const BOOKING: readonly AccessRow[] = [
  plainRow(booking.prebook, ({ studio }) => ({
    body: {
      slots: [UNKNOWN_ID],
      primary_slot: UNKNOWN_ID,
      options: { service_id: studio.service('recording') },
    },
  })),
  sessionRow(booking.extend, 'session_id', (session_id) => ({ body: { session_id } }), {
    session: makeHold,
    owner: 'client',
  }),
  sessionRow(booking.release, 'session_id', (session_id) => ({ body: { session_id } }), {
    session: makeHold,
    owner: 'client',
  }),
  plainRow(holding.listHolds, () => ({})),
  plainRow(holding.getDraft, () => ({ query: { partner_id: UNKNOWN_ID } })),
  sessionRow(
    holding.saveDraft,
    'session_id',
    (session_id) => ({ body: { session_id, service_id: UNKNOWN_ID, slots: [], step: 'track', form: {} } }),
    { session: makeHold, owner: 'client' },
  ),
  withReference(
    sessionRow(booking.confirm, 'session_id', confirmation, { session: makeHold, owner: 'client' }),
    'track_id',
    withForeignTrack({ status: 'prebooked' }),
  ),
  sessionRow(booking.cancel, 'session_id', (session_id) => ({ body: { session_id } }), { owner: 'client' }),
  withReference(
    sessionRow(booking.updateSession, 'session_id', confirmation, { owner: 'client' }),
    'track_id',
    withForeignTrack({}),
  ),
  plainRow(waiting.listWaits, () => ({})),
  plainRow(waiting.joinLine, ({ studio, musician }) => ({
    body: {
      partner_id: musician.id,
      service_id: studio.service('recording'),
      days: [1],
      from: '10:00',
      to: '12:00',
    },
  })),
  waitRow(waiting.changeWait, 'waiting', (waiting_id) => ({
    body: { waiting_id, days: [1], from: '10:00', to: '12:00' },
  })),
  waitRow(waiting.leaveLine, 'waiting', (waiting_id) => ({ body: { waiting_id } })),
  waitRow(waiting.declineOffer, 'offer', (offer_id) => ({ body: { offer_id } })),
  // Nothing is claimed for it.
  waitRow(waiting.acceptOffer, 'offer', (offer_id) => ({ body: { offer_id } }), 409),
  // A past session cannot move, so its owner gets that refusal.
  sessionRow(booking.reschedule, 'session_id', move, {
    session: (t) => t.makePastSession(),
    owner: 'client',
    status: 409,
  }),
  sessionRow(
    booking.sendFeedback,
    'session_id',
    (session_id) => ({ body: { session_id, feedback_type: 'missing_materials' as const } }),
    { owner: 'partner' },
    { owner: 'client', status: 403 },
  ),
];
