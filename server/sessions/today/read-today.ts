import type { getToday } from '#shared/sessions/contract-today.ts';
import { PROFILE_STATES, waitingFor } from '#shared/sessions/rules-today.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { profileStanding } from '../../catalogue/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { conflictsOf } from '../../calendar/service.ts';
import { reading, together } from '../../db/pipeline.ts';
import { cardsOf, waitingSessions } from '../queries.ts';
import { deliveryDue, livestreamLink, toCardResponse } from '../session-response.ts';

/** Sessions of each list that are told in full. */
const LISTED = 3;

/** Only then something is due to be delivered. */
const isOver = ({ ends_at }: { readonly ends_at: Temporal.Instant }, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(ends_at, now) <= 0;

/** What waits for the calling musician (docs/product/sessions.md#today). */
export async function today({
  db,
  actor,
  now,
}: SignedInCtx): Promise<Result<ResponseOf<typeof getToday>, never>> {
  const [found, profile, conflicts] = await reading(db, (one) =>
    together([
      waitingSessions(one, actor, now),
      profileStanding(one, actor.id),
      conflictsOf(one, actor.id, now),
    ]),
  );
  const rows = found.map((row) => ({ ...row, due: isOver(row, now) ? deliveryDue(row) : null }));
  const state = PROFILE_STATES.find((one) => one === profile?.state);
  const busy = new Set(conflicts.map(({ session_id }) => session_id));
  const { next, ...waiting } = waitingFor(rows, now, actor.zone);
  const lists = {
    ...waiting,
    conflicts: rows
      .filter(({ id }) => busy.has(id))
      .toSorted((a, b) => Temporal.Instant.compare(a.starts_at, b.starts_at)),
  };
  const shown = [...Object.values(lists).flatMap((list) => list.slice(0, LISTED)), ...(next ? [next] : [])];
  const cards = await cardsOf(db, actor, [...new Set(shown.map(({ id }) => id))]);
  const cardOf = ({ id }: { readonly id: number }) => cards.filter((card) => card.id === id);
  const some = (list: readonly { readonly id: number }[]) => ({
    total: list.length,
    sessions: list
      .slice(0, LISTED)
      .flatMap((row) => cardOf(row).map((card) => toCardResponse(card, null, now))),
  });
  const [coming] = next === null ? [] : cardOf(next);
  return ok({
    review: some(lists.review),
    deliver: some(lists.deliver),
    unread: some(lists.unread),
    profile: state === undefined ? null : { state, missing: [...(profile?.missing ?? [])] },
    conflicts: some(lists.conflicts),
    next:
      coming === undefined
        ? null
        : { ...toCardResponse(coming, null, now), livestream_link: livestreamLink(coming, now) },
  });
}
