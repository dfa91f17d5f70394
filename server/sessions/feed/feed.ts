import type { InputOf, ResponseOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { readFeed as readFeedCall } from '#shared/sessions/calls.ts';
import type * as contract from '#shared/sessions/contract-feed.ts';
import { calendarFeed } from '#shared/sessions/rules-calendar.ts';
import { FEED_DAYS, FEED_SESSIONS } from '#shared/sessions/rules-feed.ts';
import { fillPath } from '#shared/lib/call.ts';
import { STUDIO_NAME } from '../../content/service.ts';
import type { Ctx, SignedInCtx } from '../../ctx/ctx.ts';
import { hashToken, newToken } from '../../lib/ids.ts';
import * as queries from './queries-feed.ts';

/** The caller's calendar feed, without its address (docs/product/sessions.md#calendar-feed). */
export async function getFeed({
  db,
  actor,
}: SignedInCtx): Promise<Result<ResponseOf<typeof contract.getFeed>, never>> {
  const feed = await queries.feedOf(db, actor.id);
  if (feed === undefined) return ok({ feed: null });
  return ok({ feed: { made_at: feed.made_at.toString(), read_at: feed.read_at?.toString() ?? null } });
}

/** Makes the caller's feed, or another address for it. The answer alone names the address. */
export async function makeFeed({
  db,
  actor,
  now,
  origin,
}: SignedInCtx): Promise<Result<ResponseOf<typeof contract.makeFeed>, never>> {
  const token = newToken();
  await queries.replaceFeed(db, actor.id, hashToken(token), now);
  const { href } = new URL(fillPath(readFeedCall.path, { file: `${token}.ics` }), origin);
  return ok({ feed: { made_at: now.toString(), read_at: null }, url: href });
}

/** Stops the caller's feed; without one nothing changes. */
export async function stopFeed({
  db,
  actor,
}: SignedInCtx): Promise<Result<ResponseOf<typeof contract.stopFeed>, never>> {
  await queries.deleteFeed(db, actor.id);
  return ok({ ok: true });
}

/** The sessions behind a feed's address; `not_found` for one that was renewed or stopped. */
export async function readFeed(
  { db, now, settings }: Ctx,
  { params }: InputOf<typeof contract.readFeed>,
): Promise<Result<ResponseOf<typeof contract.readFeed>, ProblemOf<typeof contract.readFeed>>> {
  const reader = await queries.readerOf(db, hashToken(params.file.replace(/\.ics$/, '')));
  if (reader === undefined) return fail('not_found');
  await queries.setRead(db, reader.id, now);
  const rows = await queries.sessionsSince(
    db,
    reader,
    now.subtract({ hours: FEED_DAYS * 24 }),
    FEED_SESSIONS,
  );
  const front = reader.role === 'partner' ? 'partners' : 'studio';
  const body = calendarFeed(
    rows.map((row) => ({
      id: row.id,
      title: row.title,
      service: row.service,
      other: row.other,
      start: row.starts_at.toString(),
      end: row.ends_at.toString(),
      last_update: row.last_update.toString(),
      livestream: row.attendance === true && row.session_type !== 'offline' ? row.zoom_link : null,
      sequence: row.calendar_sequence,
      url: new URL(`/sessions/${row.id}`, settings.origins[front].canonical).href,
    })),
    { studio: STUDIO_NAME },
  );
  const headers = { 'content-disposition': 'inline; filename="sessions.ics"' };
  return ok({ status: 200, headers, body });
}
