import { DRAFT_PARTS, profileProblems } from '#shared/catalogue/rules-draft.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/musicians/contract-musician.ts';
import { pageState } from '#shared/operator/musicians/rules-musicians.ts';
import { LATEST } from '#shared/operator/rules-people.ts';
import {
  conflictsOf,
  firstOpenDay,
  paymentHistory,
  ratesOf,
  viewOf,
  type ConflictRow,
} from '../../calendar/service.ts';
import { profileParts, servicesOf, showDraft, type ShownDraft } from '../../catalogue/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { toEntry } from '../list-audit-log.ts';
import { auditEntries } from '../queries-audit.ts';
import * as queries from './queries-musician.ts';

type Found = ResponseOf<typeof contract.getMusician>;

/** A musician with all that an operator decides about (docs/product/operator.md#a-musician); `not_found` for others. */
export async function getMusician(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { params: { id } }: InputOf<typeof contract.getMusician>,
): Promise<Result<Found, ProblemOf<typeof contract.getMusician>>> {
  const { db, now } = ctx;
  const [row, draft] = await Promise.all([queries.musicianById(db, id, now), showDraft(ctx, { id })]);
  if (row === undefined || draft === undefined) return fail('not_found');
  const [services, schedule, rates, ratesFrom, conflicts, payments, audit] = await Promise.all([
    servicesOf(db, id),
    viewOf(db, id, now),
    ratesOf(db, id),
    firstOpenDay(ctx, id),
    conflictsOf(db, id, now),
    paymentHistory(db, id),
    auditEntries(db, { person: id }, LATEST),
  ]);
  return ok({
    musician: toMusician(row, draft),
    profile: toProfile(draft),
    services: services.map(({ id: service, value, label, unit_minutes, slots, credits }) => ({
      id: service,
      value,
      label,
      minutes: unit_minutes * slots,
      credits,
    })),
    schedule: { hours: schedule.hours, time_off: schedule.time_off.map(toTimeOff) },
    rates: rates.map(({ valid_from: from, ...cents }) => ({ from, ...cents })),
    rates_from: ratesFrom,
    conflicts: conflicts.map(toConflict),
    payments: payments.map(toPayment),
    audit: audit.map(toEntry),
  });
}

type Row = NonNullable<Awaited<ReturnType<typeof queries.musicianById>>>;

function toMusician({ zone, next_free_at, visible, ...row }: Row, draft: ShownDraft): Found['musician'] {
  const { published, submitted_at, returned_note } = draft.row;
  const isSubmitted = submitted_at !== null;
  return {
    ...row,
    timezone: zone,
    next_free_at: next_free_at?.toString() ?? null,
    page: pageState({ published, visible, isSubmitted, isReturned: returned_note !== null }),
  };
}

function toProfile({ row, profile, published, changes, state, labels }: ShownDraft): Found['profile'] {
  const [now, then] = [profileParts(profile, labels), profileParts(published, labels)];
  return {
    state,
    version: row.version,
    submitted_at: row.submitted_at?.toString() ?? null,
    returned_note: row.returned_note,
    is_published: row.published,
    parts: DRAFT_PARTS.map((part) => ({
      part,
      changed: changes.includes(part),
      published: row.published ? [...then[part]] : [],
      draft: [...now[part]],
    })),
    missing: profileProblems(profile),
  };
}

function toConflict({ session_id, calendar, ...times }: ConflictRow): Found['conflicts'][number] {
  return {
    session_id,
    calendar,
    starts_at: times.starts_at.toString(),
    ends_at: times.ends_at.toString(),
    busy_from: times.busy_from.toString(),
    busy_until: times.busy_until.toString(),
  };
}

function toTimeOff(off: Found['schedule']['time_off'][number]): Found['schedule']['time_off'][number] {
  const { from_day, to_day, from_time, to_time, every_year, note } = off;
  return { from_day, to_day, from_time, to_time, every_year, note };
}

type PaymentRow = Awaited<ReturnType<typeof paymentHistory>>[number];

function toPayment(row: PaymentRow): Found['payments'][number] {
  const { id, month, amount_cents: cents, paid_on, reference, marked_at, reason, taken_back_at } = row;
  return {
    id,
    month,
    cents,
    paid_on,
    reference,
    marked_at: marked_at.toString(),
    marked_by: { id: row.marked_by, name: row.marked_by_name },
    taken_back:
      taken_back_at === null
        ? null
        : {
            at: taken_back_at.toString(),
            by: { id: row.taken_back_by ?? '', name: row.taken_back_by_name ?? '' },
            reason: reason ?? '',
          },
  };
}
