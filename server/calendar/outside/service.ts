import type * as contract from '#shared/calendar/contract-outside.ts';
import { addressHost, MAX_CALENDAR_NAME, MAX_CALENDARS, nextReadAt } from '#shared/calendar/rules-outside.ts';
import { READ_FAILURE_TEXTS } from '#shared/calendar/texts-outside.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { cleanText } from '#shared/lib/text.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { outsideUrl } from '../../lib/outside/fetch-outside.ts';
import { materialize } from '../materialize.ts';
import { lockMusician } from '../queries-claims.ts';
import { wakeLine } from '../steps.ts';
import * as queries from './queries.ts';
import { readAddress } from './read-address.ts';
import { busyQuery, readAndStore, storeRead } from './store.ts';

type Calendar = ResponseOf<typeof contract.readCalendar>['calendar'];

/** The caller's other calendars (docs/product/other-calendars.md). */
export async function listCalendars({
  db,
  actor,
  now,
  settings,
}: SignedInCtx): Promise<Result<ResponseOf<typeof contract.listCalendars>, never>> {
  const rows = await queries.calendarsOf(db, actor.id, now);
  const conflicts = await queries.conflictsOf(db, actor.id, now);
  return ok({
    on: settings.otherCalendars.on,
    calendars: rows.map(toResponse),
    conflicts: conflicts.map(({ session_id, calendar, starts_at, ends_at, busy_from, busy_until }) => ({
      session_id,
      calendar,
      starts_at: starts_at.toString(),
      ends_at: ends_at.toString(),
      busy_from: busy_from.toString(),
      busy_until: busy_until.toString(),
    })),
  });
}

/** Reads an address and keeps it; one that cannot be read is refused with the reason. */
export async function addCalendar(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.addCalendar>,
): Promise<Result<ResponseOf<typeof contract.addCalendar>, ProblemOf<typeof contract.addCalendar>>> {
  const { db, actor, now, settings } = ctx;
  const zone = await queries.zoneOf(db, actor.id);
  if (zone === undefined || !settings.otherCalendars.on) return fail('not_found');
  const url = outsideUrl(body.url, settings.otherCalendars);
  if (!url.ok) return fail('unreadable', { detail: READ_FAILURE_TEXTS[url.reason] });
  const { href } = url.value;
  const known = mayAdd(await queries.calendarsOf(db, actor.id, now), href);
  if (!known.ok) return known;
  const read = await readAddress({ url: href, etag: null, query: busyQuery(ctx, zone), settings });
  if (!read.ok) return fail('unreadable', { detail: READ_FAILURE_TEXTS[read.reason] });
  const id = newId();
  const name = cleanText(body.name) || cleanText(read.value?.name ?? '') || url.value.hostname;
  return transaction(ctx, async (tx) => {
    await lockMusician(tx, actor.id);
    const allowed = mayAdd(await queries.calendarsOf(tx, actor.id, now), href);
    if (!allowed.ok) return allowed;
    await queries.insertCalendar(tx, {
      id,
      musician_id: actor.id,
      name: name.slice(0, MAX_CALENDAR_NAME),
      url: href,
      added_at: now,
      read_at: now,
      last_ok_at: now,
      next_read_at: nextReadAt(now, 0, 0),
    });
    const row = await queries.calendarToRead(tx, id);
    if (row === undefined) return fail('not_found');
    await storeRead(tx, row, { read, ctx });
    return responseOf(await queries.calendarsOf(tx, actor.id, now), id);
  });
}

/** Whether another address fits beside the calendars that there are. */
function mayAdd(
  calendars: readonly queries.CalendarRow[],
  href: string,
): Result<null, 'too_many_calendars' | 'known_address'> {
  if (calendars.some(({ url }) => url === href)) return fail('known_address');
  return calendars.length >= MAX_CALENDARS ? fail('too_many_calendars') : ok(null);
}

/** Reads one of the caller's calendars now; why it cannot be read is part of the answer. */
export async function readCalendar(
  ctx: SignedInCtx,
  { params }: InputOf<typeof contract.readCalendar>,
): Promise<Result<ResponseOf<typeof contract.readCalendar>, ProblemOf<typeof contract.readCalendar>>> {
  const { db, actor, now, settings } = ctx;
  const row = await queries.calendarToRead(db, params.id, actor.id);
  if (row === undefined || !settings.otherCalendars.on) return fail('not_found');
  await readAndStore(ctx, row);
  return responseOf(await queries.calendarsOf(db, actor.id, now), row.id);
}

/** Renames one of the caller's calendars. */
export async function renameCalendar(
  { db, actor, now }: SignedInCtx,
  { params, body }: InputOf<typeof contract.renameCalendar>,
): Promise<Result<ResponseOf<typeof contract.renameCalendar>, ProblemOf<typeof contract.renameCalendar>>> {
  const name = cleanText(body.name) || '–';
  if (!(await queries.renameCalendar(db, { id: params.id, musicianId: actor.id, name })))
    return fail('not_found');
  return responseOf(await queries.calendarsOf(db, actor.id, now), params.id);
}

/** Removes one of the caller's calendars; the slots that it hid are on offer again. */
export async function removeCalendar(
  ctx: SignedInCtx,
  { params }: InputOf<typeof contract.removeCalendar>,
): Promise<Result<ResponseOf<typeof contract.removeCalendar>, ProblemOf<typeof contract.removeCalendar>>> {
  const { actor, now } = ctx;
  return transaction(ctx, async (tx) => {
    await lockMusician(tx, actor.id);
    if (!(await queries.deleteCalendar(tx, params.id, actor.id))) return fail('not_found');
    await materialize(tx, actor.id, now);
    await wakeLine(tx, ctx, actor.id);
    return ok({ ok: true as const });
  });
}

function responseOf(
  rows: readonly queries.CalendarRow[],
  id: string,
): Result<{ calendar: Calendar }, 'not_found'> {
  const row = rows.find((one) => one.id === id);
  return row === undefined ? fail('not_found') : ok({ calendar: toResponse(row) });
}

function toResponse({ url, read_at, last_ok_at, ...row }: queries.CalendarRow): Calendar {
  return {
    id: row.id,
    name: row.name,
    host: addressHost(url),
    read_at: read_at.toString(),
    last_ok_at: last_ok_at.toString(),
    busy: row.busy,
    skipped: row.skipped,
    failure: row.failure,
  };
}
