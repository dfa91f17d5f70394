import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/contract-person.ts';
import { hasCredits, LATEST, UPCOMING } from '#shared/operator/rules-people.ts';
import { entitlements, type Membership } from '../../billing/service.ts';
import { creditsBySource } from '../../credits/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { toEntry } from '../list-audit-log.ts';
import { erasureOf } from '../../privacy/service.ts';
import { auditEntries } from '../queries-audit.ts';
import * as queries from './queries-person.ts';

type Found = ResponseOf<typeof contract.getPerson>;

/** A person and the latest about them (docs/product/operator.md#a-person); `not_found` for an unknown id. */
export async function getPerson(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { params: { id } }: InputOf<typeof contract.getPerson>,
): Promise<Result<Found, ProblemOf<typeof contract.getPerson>>> {
  const row = await queries.personById(db, id);
  if (row === undefined) return fail('not_found');
  const [membership, credits, sessions, upcoming, loginSessions, audit, blocks, erasure] = await Promise.all([
    entitlements(db, id, now),
    creditsBySource(db, id, now),
    queries.latestSessions(db, row, { now, limit: LATEST }),
    queries.upcomingSessions(db, row, { now, limit: UPCOMING }),
    queries.countLoginSessions(db, id, now),
    auditEntries(db, { person: id }, LATEST),
    row.blocked_at === null ? [] : auditEntries(db, { person: id, what: 'person.blocked' }, 1),
    erasureOf(db, id),
  ]);
  const { zone, email_proved_at, password_hash: _hash, waitlisted: _waitlisted, ...stored } = row;
  const { blocked_at, slug, title, published, created_at, ...person } = stored;
  const isClient = row.role === 'client';
  return ok({
    person: {
      ...person,
      membership: isClient ? membership.status : null,
      created_at: created_at.toString(),
      email_verified: email_proved_at !== null,
      timezone: zone,
    },
    membership: isClient ? toMembership(membership) : null,
    credits: hasCredits(row.role) ? toCredits(credits) : null,
    musician: slug === null ? null : { slug, title: title ?? '', published: published ?? false },
    sessions: sessions.map(toSession),
    upcoming: upcoming.map(toSession),
    blocked: blocked_at && { at: blocked_at.toString(), reason: blocks[0]?.reason ?? null },
    login_sessions: loginSessions,
    erased_at: erasure.erased_at,
    erasure: erasure.asked,
    audit: audit.map(toEntry),
  });
}

function toSession({
  other_id,
  other_name,
  starts_at,
  ...session
}: queries.SessionRow): Found['sessions'][number] {
  return { ...session, starts_at: starts_at.toString(), other: { id: other_id, name: other_name } };
}

function toMembership(membership: Membership): NonNullable<Found['membership']> {
  const { planName, isAnnual, legacy, subscription, nextBillingDate, ended_at } = membership;
  return {
    plan: planName,
    is_annual: isAnnual,
    legacy,
    provider: subscription?.provider ?? null,
    last_payment: subscription?.lastPayment ?? null,
    next_billing_at: nextBillingDate?.toString() ?? null,
    ended_at: ended_at?.toString() ?? null,
  };
}

function toCredits(bySource: Awaited<ReturnType<typeof creditsBySource>>): NonNullable<Found['credits']> {
  const sources = [...bySource].map(([source, credits]) => ({ source, credits }));
  return { total: sources.reduce((sum, { credits }) => sum + credits, 0), sources };
}
