import * as booking from '#shared/booking/contract.ts';
import * as holding from '#shared/booking/contract-holding.ts';
import type { SessionOptions } from '../rooms/sessions.ts';
import { bySession, hold, NOBODYS, open, withMore, type AccessRow, type Naming, type Things } from './row.ts';

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
  async (t: Things): Promise<Naming> => {
    const stranger = t.stranger('client');
    const { id } = await t.make({ client: stranger, ...made });
    return {
      field: 'track_id',
      nobodys: confirmation(id, NOBODYS),
      theirs: confirmation(id, await t.trackOf(t.client)),
      owner: stranger,
      own: confirmation(id, await t.trackOf(stranger)),
    };
  };

const move = (session_id: number) => ({ body: { session_id, slots: [NOBODYS], primary_slot: NOBODYS } });

export const BOOKING: readonly AccessRow[] = [
  open(booking.prebook, ({ studio }) => ({
    body: { slots: [NOBODYS], primary_slot: NOBODYS, options: { service_id: studio.service('recording') } },
  })),
  bySession(booking.extend, 'session_id', (session_id) => ({ body: { session_id } }), {
    made: hold,
    owner: 'client',
  }),
  bySession(booking.release, 'session_id', (session_id) => ({ body: { session_id } }), {
    made: hold,
    owner: 'client',
  }),
  open(holding.listHolds, () => ({})),
  open(holding.getDraft, () => ({ query: { partner_id: NOBODYS } })),
  bySession(
    holding.saveDraft,
    'session_id',
    (session_id) => ({ body: { session_id, service_id: NOBODYS, slots: [], step: 'track', form: {} } }),
    { made: hold, owner: 'client' },
  ),
  withMore(
    bySession(booking.confirm, 'session_id', confirmation, { made: hold, owner: 'client' }),
    'track_id',
    withForeignTrack({ status: 'prebooked' }),
  ),
  bySession(booking.cancel, 'session_id', (session_id) => ({ body: { session_id } }), { owner: 'client' }),
  withMore(
    bySession(booking.updateSession, 'session_id', confirmation, { owner: 'client' }),
    'track_id',
    withForeignTrack({}),
  ),
  // A past session cannot move, so its owner gets that refusal.
  bySession(booking.reschedule, 'session_id', move, {
    made: (t) => t.over(),
    owner: 'client',
    answers: 409,
  }),
  bySession(
    booking.sendFeedback,
    'session_id',
    (session_id) => ({ body: { session_id, feedback_type: 'missing_materials' as const } }),
    { owner: 'partner' },
    { owner: 'client', answers: 403 },
  ),
];
