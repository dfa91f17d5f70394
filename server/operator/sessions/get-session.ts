import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/contract-session.ts';
import { TIMELINE_MAX } from '#shared/operator/rules-sessions.ts';
import { effectiveStatus } from '#shared/sessions/rules.ts';
import { deliveryDueAt } from '#shared/sessions/rules-terms.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { reading, together } from '../../db/pipeline.ts';
import { auditEntries } from '../queries-audit.ts';
import * as queries from './queries-session.ts';
import { timelineOf, toFile, toLedgerEntry } from './timeline.ts';

type Found = ResponseOf<typeof contract.getSession>;

/** A session and what happened to it (docs/product/operator.md#a-session); `not_found` for a hold, too. */
export async function getSession(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { params: { id } }: InputOf<typeof contract.getSession>,
): Promise<Result<Found, ProblemOf<typeof contract.getSession>>> {
  const about = { object_kind: 'session', object_id: String(id) };
  const [session, events, mails, ledger, files, audit] = await reading(db, (one) =>
    together([
      queries.sessionById(one, id),
      queries.eventsOf(one, id, TIMELINE_MAX),
      queries.mailsOf(one, id, TIMELINE_MAX),
      queries.ledgerOf(one, id),
      queries.filesOf(one, id),
      auditEntries(one, about, TIMELINE_MAX),
    ]),
  );
  if (session === undefined) return fail('not_found');
  return ok({
    session: toFacts(session, now),
    ledger: ledger.map(toLedgerEntry),
    files: files.map(toFile),
    timeline: timelineOf({ session, events, mails, ledger, files, audit }),
  });
}

function toFacts(row: queries.SessionRow, now: Temporal.Instant): Found['session'] {
  const { id, service, duration, price, title, files_format, attendance, is_first_session, messages } = row;
  const status = effectiveStatus(row, now);
  if (status === 'prebooked') throw new Error(`session ${id} is a hold`);
  return {
    id,
    status,
    service,
    duration,
    price,
    title,
    files_format,
    attendance,
    is_first_session,
    messages,
    starts_at: row.starts_at.toString(),
    ends_at: row.ends_at.toString(),
    booked_at: row.booked_at?.toString() ?? null,
    files_due_at: row.files_due_at?.toString() ?? null,
    delivery_due_at: deliveryDueAt(row, row.ends_at).toString(),
    rating: row.stars,
    client: {
      id: row.client_id,
      name: row.client_name,
      role: row.client_role,
      avatar: row.client_avatar,
      timezone: row.client_zone,
    },
    musician: {
      id: row.musician_id,
      name: row.musician_name,
      role: 'partner',
      avatar: row.musician_avatar,
      timezone: row.musician_zone,
    },
    cancelled:
      row.cancelled_at === null
        ? null
        : {
            at: row.cancelled_at.toString(),
            by: row.cancelled_by === null ? null : { id: row.cancelled_by, name: row.canceller_name ?? '' },
            reasons: [...(row.reasons ?? [])],
          },
  };
}
