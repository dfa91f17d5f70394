import { fail, ok, type Result } from '#shared/lib/result.ts';
import { filesDueAt } from '#shared/sessions/rules-terms.ts';
import type { FileLine, ImportFault } from '#shared/operator/import/rules-file.ts';
import { readSessions } from '#shared/operator/import/rules-sessions.ts';
import { lockPeople } from '../../accounts/steps.ts';
import { claimImported, lockMusicians, refreshNextFree } from '../../calendar/steps.ts';
import { grant, spend } from '../../credits/steps.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { together } from '../../db/pipeline.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import { openThread } from '../../messages/steps.ts';
import { insertImported, nextSessionId } from '../../sessions/steps.ts';
import { findSessions, type FoundSession } from './find-sessions.ts';
import { AT_ONCE } from './import-members.ts';

/** What an import brings, or would bring. */
export interface SessionImport {
  readonly sessions: number;
  readonly to_come: number;
  /** What they cost in all. */
  readonly credits: number;
}

/** Every mistake of a file; empty: it can be imported. */
export async function checkSessions(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  lines: readonly FileLine[],
): Promise<{ readonly faults: readonly ImportFault[]; readonly found: SessionImport }> {
  const { sessions, faults } = readSessions(lines);
  const { faults: more } = await findSessions(db, sessions, now);
  return {
    faults: [...faults, ...more].toSorted((a, b) => a.line - b.line),
    found: {
      sessions: sessions.length,
      to_come: sessions.filter(({ ends_at }) => Temporal.Instant.compare(ends_at, now) > 0).length,
      credits: sessions.reduce((sum, { credits }) => sum + credits, 0),
    },
  };
}

/**
 * Enters the sessions of a file, all or none (docs/product/operator.md#imported-sessions). Nobody is mailed. What they
 * cost is granted and spent at once, so that a cancelled one gives it back.
 */
export async function importSessions(
  ctx: Ctx,
  lines: readonly FileLine[],
): Promise<Result<SessionImport, 'invalid'>> {
  const { now } = ctx;
  const { faults, found } = await checkSessions(ctx, lines);
  if (faults.length > 0) return fail('invalid');
  const { sessions } = readSessions(lines);
  const done = await transaction(ctx, async (tx): Promise<Result<SessionImport, 'invalid'>> => {
    const before = await findSessions(tx, sessions, now);
    await lockPeople(tx, [...new Set(before.found.map(({ clientId }) => clientId))]);
    const musicians = [...new Set(before.found.map(({ musicianId }) => musicianId))];
    await lockMusicians(tx, musicians);
    const locked = await findSessions(tx, sessions, now);
    if (locked.faults.length > 0 || !isSame(before.found, locked.found)) return fail('invalid');
    for (let first = 0; first < sessions.length; first += AT_ONCE)
      if (!(await enter(tx, ctx, locked.found.slice(first, first + AT_ONCE)))) return fail('invalid');
    await together(musicians.map((id) => refreshNextFree(tx, id, now)));
    return ok(found);
  });
  if (done.ok) ctx.log.info({ ...found }, 'sessions imported');
  return done;
}

/** Whether the people that are locked are those that were found again. */
const isSame = (before: readonly FoundSession[], locked: readonly FoundSession[]): boolean =>
  before.every(
    ({ clientId, musicianId }, at) =>
      locked[at]?.clientId === clientId && locked[at].musicianId === musicianId,
  );

/** Enters some sessions; false when a time is taken. */
async function enter(tx: Tx, ctx: Ctx, sessions: readonly FoundSession[]): Promise<boolean> {
  const ids = await together(sessions.map(() => nextSessionId(tx)));
  const numbered = sessions.map((session, at) => ({ ...session, sessionId: ids[at] ?? 0 }));
  await together(numbered.map((session) => enterOne(tx, ctx, session)));
  const times = numbered.flatMap(({ sessionId, musicianId, service, isPast, session }) => {
    // A past session took one stretch, whatever the lengths of today.
    const minutes = isPast ? session.minutes : service.unit_minutes;
    return Array.from({ length: session.minutes / minutes }, (_, nr) => {
      const starts_at = session.starts_at.add({ minutes: nr * minutes });
      const ends_at = starts_at.add({ minutes });
      return { sessionId, musicianId, category: service.category, starts_at, ends_at, isPast };
    });
  });
  return claimImported(tx, times, ctx.now);
}

async function enterOne(
  tx: Tx,
  ctx: Ctx,
  found: FoundSession & { readonly sessionId: number },
): Promise<void> {
  const { now } = ctx;
  const { sessionId, clientId, musicianId, service, isPast, session } = found;
  const { starts_at, ends_at, minutes, credits: price } = session;
  await insertImported(tx, {
    id: sessionId,
    client_id: clientId,
    musician_id: musicianId,
    service_id: service.id,
    starts_at,
    ends_at,
    duration: minutes,
    price,
    title: session.title,
    files_due_at: filesDueAt(service, starts_at, isPast ? starts_at : now),
    needsFiles: service.files_deadline_enabled,
    now,
  });
  const opened = isPast ? starts_at : now;
  await together([
    openThread(tx, { sessionId, authorId: clientId, body: null, now: opened }),
    price === 0 || pay(tx, { personId: clientId, sessionId, price, now: opened }),
    audit(tx, ctx, {
      what: 'session.imported',
      object: { kind: 'session', id: sessionId },
      personId: clientId,
      after: {
        musician: session.musician,
        service: session.service,
        starts_at: starts_at.toString(),
        ends_at: ends_at.toString(),
        credits: price,
      },
    }),
  ]);
}

interface Payment {
  readonly personId: string;
  readonly sessionId: number;
  readonly price: number;
  readonly now: Temporal.Instant;
}

/** Grants what a session cost elsewhere, and spends it on the session. */
async function pay(tx: Tx, { personId, sessionId, price: amount, now }: Payment): Promise<void> {
  const grantKey = `imported:${sessionId}`;
  const lotId = await grant(tx, {
    personId,
    source: 'operator',
    amount,
    expiresAt: null,
    grantKey,
    sessionId,
    now,
  });
  if (lotId !== null) await spend(tx, [{ lot_id: lotId, delta: -amount }], { sessionId, now });
}
