import * as booking from '#shared/booking/contract.ts';
import * as holding from '#shared/booking/contract-holding.ts';
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
