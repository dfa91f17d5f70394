import type {
  changeSchedule as changeEndpoint,
  getSchedule as getEndpoint,
  previewSchedule as previewEndpoint,
  undoSchedule as undoEndpoint,
} from '#shared/calendar/contract-schedule.ts';
import { applyChange, type ScheduleChange } from '#shared/calendar/rules-change.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { cleanText } from '#shared/lib/text.ts';
import { servicesOfHours } from '../../catalogue/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction, type Db } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { loadSchedule } from '../materialize.ts';
import { lockMusician } from '../queries-claims.ts';
import { deleteExpiredClaims } from '../queries-slots.ts';
import { wakeLine } from '../steps.ts';
import * as queries from './queries.ts';
import { restore, snapshot } from './snapshot.ts';
import { storeSchedule } from './store-schedule.ts';
import { AUDITED_AS, auditChange } from './audit-change.ts';
import { toEffect, viewOf } from './view.ts';

type Get = typeof getEndpoint;
type Preview = typeof previewEndpoint;
type Save = typeof changeEndpoint;
type Undo = typeof undoEndpoint;
/** What a call sends, with the musician whose schedule it is about. */
type About<E extends Preview | Save | Undo> = InputOf<E>['body'] & { readonly musicianId: string };

/** Whether the caller may see and change a musician's schedule: it is theirs, or they are an operator. */
async function isOpen({ actor }: SignedInCtx, db: Db, musicianId: string): Promise<boolean> {
  return (actor.id === musicianId || actor.role === 'operator') && queries.isMusician(db, musicianId);
}

/** A musician's schedule: hours from today on, time off that is not over, and what can be undone. */
export async function getSchedule(
  ctx: SignedInCtx,
  musicianId: string,
): Promise<Result<ResponseOf<Get>, ProblemOf<Get>>> {
  if (!(await isOpen(ctx, ctx.db, musicianId))) return fail('not_found');
  return ok(await viewOf(ctx.db, musicianId, ctx.now));
}

/** What a change would do; nothing is saved (docs/product/calendar.md#what-a-change-does). */
export async function previewSchedule(
  ctx: SignedInCtx,
  { musicianId, ...body }: About<Preview>,
): Promise<Result<ResponseOf<Preview>, ProblemOf<Preview>>> {
  const { db, now } = ctx;
  if (!(await isOpen(ctx, db, musicianId))) return fail('not_found');
  const changed = await decide(db, { musicianId, now, ...body });
  if (!changed.ok) return changed;
  const { before, after, stored } = changed.value;
  return ok({ version: body.version, effect: toEffect({ before, after }, stored, now) });
}

/** Saves a change under the musician's lock. 409 `schedule_changed` when another was saved since it was made. */
export async function changeSchedule(
  ctx: SignedInCtx,
  { musicianId, ...body }: About<Save>,
): Promise<Result<ResponseOf<Save>, ProblemOf<Save>>> {
  const { now } = ctx;
  return transaction(ctx, async (tx) => {
    if (!(await isOpen(ctx, tx, musicianId))) return fail('not_found');
    await lockMusician(tx, musicianId);
    await deleteExpiredClaims(tx, musicianId, now);
    const changed = await decide(tx, { musicianId, now, ...body });
    if (!changed.ok) return changed;
    const { before, after, stored } = changed.value;
    await storeSchedule(tx, after, { musicianId, now, stored });
    const id = newId();
    const version = await queries.nextVersion(tx, musicianId);
    const { kind } = body.change;
    await queries.insertChange(tx, {
      id,
      musicianId,
      version,
      at: now,
      kind,
      before: snapshot(before, kind),
    });
    await wakeLine(tx, ctx, musicianId);
    await auditChange(tx, ctx, musicianId, { what: AUDITED_AS[kind], before, after });
    const effect = toEffect({ before, after }, stored, now);
    return ok({ schedule: await viewOf(tx, musicianId, now), change_id: id, effect });
  });
}

/** Undoes a musician's latest change (docs/product/calendar.md#undo). */
export async function undoSchedule(
  ctx: SignedInCtx,
  { musicianId, change_id }: About<Undo>,
): Promise<Result<ResponseOf<Undo>, ProblemOf<Undo>>> {
  const { now } = ctx;
  return transaction(ctx, async (tx) => {
    if (!(await isOpen(ctx, tx, musicianId))) return fail('not_found');
    if (!(await queries.hasChange(tx, musicianId, change_id))) return fail('not_found');
    await lockMusician(tx, musicianId);
    const latest = await queries.latestChange(tx, musicianId);
    if (latest === undefined) return fail('not_found');
    if (latest.id !== change_id)
      return fail((await queries.hasChange(tx, musicianId, change_id)) ? 'newer_change' : 'not_found');
    await deleteExpiredClaims(tx, musicianId, now);
    const { schedule: before, stored } = await loadSchedule(tx, { musicianId, now });
    const after = restore(before, latest.before, { stored, now });
    await storeSchedule(tx, after, { musicianId, now, stored });
    await queries.nextVersion(tx, musicianId);
    await queries.deleteChange(tx, latest.id);
    await wakeLine(tx, ctx, musicianId);
    await auditChange(tx, ctx, musicianId, { what: 'schedule.undone', before, after });
    const effect = toEffect({ before, after }, stored, now);
    return ok({ schedule: await viewOf(tx, musicianId, now), effect });
  });
}

interface Decision {
  readonly musicianId: string;
  readonly now: Temporal.Instant;
  readonly version: number;
  readonly change: ScheduleChange;
}

/** The schedule before and after a change, with the slots that it concerns. */
async function decide(db: Db, { musicianId, now, version, change: sent }: Decision) {
  const change = sent.kind === 'time_off' ? { ...sent, note: cleanText(sent.note) } : sent;
  const sourceWeek = change.kind === 'copy_week' ? change.from_week : undefined;
  const loaded = await loadSchedule(db, { musicianId, now, sourceWeek });
  if (loaded.version !== version) return fail('schedule_changed');
  const kinds = await servicesOfHours(db, musicianId);
  const { schedule: before, stored } = loaded;
  const changed = applyChange(before, change, { stored, kinds, now, newId: newId() });
  return changed.ok ? ok({ before, after: changed.value, stored }) : changed;
}
