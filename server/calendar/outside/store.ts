import {
  nextReadAt,
  READ_DAYS,
  isDayUnread,
  isReadingFresh,
  type ReadFailure,
} from '#shared/calendar/rules-outside.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import { calendarUnread, conflictsFound } from '../events.ts';
import { materialize } from '../materialize.ts';
import { lockMusician } from '../queries-claims.ts';
import type { BusyQuery } from './occurrences.ts';
import { wakeLine } from '../steps.ts';
import * as queries from './queries.ts';
import { readAddress, type ReadCalendar } from './read-address.ts';

/** What a reading looks for: busy times from now on, and not our own sessions. */
export function busyQuery(
  { now, settings: { origins } }: Pick<Ctx, 'now' | 'settings'>,
  zone: string,
): BusyQuery {
  return {
    zone,
    from: now.epochMilliseconds,
    to: now.add({ hours: READ_DAYS * 24 }).epochMilliseconds,
    ownHosts: Object.values(origins).flatMap(({ all }) => all.map((origin) => new URL(origin).hostname)),
  };
}

/** Reads a calendar and stores what was found, or why it was not read. */
export async function readAndStore(ctx: Ctx, row: queries.ReadingRow): Promise<void> {
  const { now, settings } = ctx;
  const read = await readAddress({
    url: row.url,
    etag: isReadingFresh(row, row.zone, now) ? row.etag : null,
    query: busyQuery(ctx, row.zone),
    settings,
  });
  if (!read.ok) ctx.log.info({ calendar: row.id, reason: read.reason }, 'a calendar was not read');
  await transaction(ctx, async (tx) => {
    await lockMusician(tx, row.musician_id);
    const stored = await queries.calendarToRead(tx, row.id);
    // Another reading, begun later, may have been faster.
    if (stored === undefined || Temporal.Instant.compare(stored.read_at, now) > 0) return ok(null);
    await storeRead(tx, stored, { read, ctx });
    return ok(null);
  });
}

interface Read {
  readonly read: Result<ReadCalendar, ReadFailure>;
  readonly ctx: Ctx;
}

/** Stores a reading under the musician's lock; slots follow, and new conflicts are told. */
export async function storeRead(tx: Tx, row: queries.ReadingRow, { read, ctx }: Read): Promise<void> {
  const { now, events } = ctx;
  const { musician_id: musicianId, zone } = row;
  const failures = read.ok ? 0 : row.failures + 1;
  const common = { read_at: now, next_read_at: nextReadAt(now, failures, Math.random()), failures };
  if (!read.ok) {
    await queries.storeReading(tx, row.id, { ...common, failure: read.reason });
    if (isDayUnread(row, now)) await events.emit(tx, calendarUnread, { calendar_id: row.id });
    return;
  }
  const whole = read.value;
  await queries.storeReading(tx, row.id, {
    ...common,
    failure: null,
    last_ok_at: now,
    ...(whole !== null && { parsed_at: now, parsed_zone: zone, etag: whole.etag, skipped: whole.skipped }),
  });
  if (whole !== null && (await queries.storeBusy(tx, row, whole.busy))) {
    await materialize(tx, musicianId, now);
    await wakeLine(tx, ctx, musicianId);
  }
  if ((await queries.noteConflicts(tx, musicianId, now)) > 0)
    await events.emit(tx, conflictsFound, { person_id: musicianId, at: now.toString() });
}
