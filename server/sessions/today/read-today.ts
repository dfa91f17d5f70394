import type { getToday } from '#shared/sessions/contract-today.ts';
import { PROFILE_STATES, waitingFor } from '#shared/sessions/rules-today.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { profileStanding } from '../../catalogue/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { conflictsOf } from '../../calendar/service.ts';
import { waitingSessions } from '../queries.ts';
import { deliveryDue, livestreamLink, toCardResponse } from '../session-response.ts';

/** Sessions of each list that are told in full. */
const LISTED = 3;

/** What waits for the calling musician (docs/product/sessions.md#today). */
export async function today({
  db,
  actor,
  now,
}: SignedInCtx): Promise<Result<ResponseOf<typeof getToday>, never>> {
  const rows = (await waitingSessions(db, actor, now)).map((row) => ({ ...row, due: deliveryDue(row) }));
  const profile = await profileStanding(db, actor.id);
  const state = PROFILE_STATES.find((one) => one === profile?.state);
  const conflicts = await conflictsOf(db, actor.id, now);
  const busy = new Set(conflicts.map(({ session_id }) => session_id));
  const colliding = rows
    .filter(({ id }) => busy.has(id))
    .toSorted((a, b) => Temporal.Instant.compare(a.starts_at, b.starts_at));
  const { review, deliver, unread, next } = waitingFor(rows, now, actor.zone);
  const some = (sessions: typeof review) => ({
    total: sessions.length,
    sessions: sessions.slice(0, LISTED).map((row) => toCardResponse(row, null, now)),
  });
  return ok({
    review: some(review),
    deliver: some(deliver),
    unread: some(unread),
    profile: state === undefined ? null : { state, missing: [...(profile?.missing ?? [])] },
    conflicts: some(colliding),
    next: next && { ...toCardResponse(next, null, now), livestream_link: livestreamLink(next, now) },
  });
}
