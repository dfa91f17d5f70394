import { sql } from 'kysely';
import { firstStatus, type SessionEvent } from '#shared/sessions/rules.ts';
import type { SessionStatus } from '#shared/sessions/rules-status.ts';
import { filesDueAt } from '#shared/sessions/rules-terms.ts';
import { bookClaims, claimSlots, freeClaims, lockMusician } from '#server/calendar/steps.ts';
import { payBack, planRefund, planSpending, spend } from '#server/credits/steps.ts';
import type { Tx } from '#server/db/transaction.ts';
import { newId } from '#server/lib/ids.ts';
import { openThread } from '#server/messages/steps.ts';
import {
  cancelSession,
  confirmHold,
  deleteHold,
  insertHold,
  lockHold,
  transition,
} from '#server/sessions/steps.ts';
import type { TestPerson } from '../api/people.ts';
import type { Studio, TestMusician } from '../api/studio.ts';

/** Options of a session; by default a recording, booked a week before its start. */
export interface SessionOptions {
  readonly client: TestPerson;
  readonly musician: TestMusician;
  /** By its `value` in the default catalogue. */
  readonly service?: string;
  /** `prebooked` is a hold of 15 minutes. What happens after the end needs a start that is past. */
  readonly status?: 'prebooked' | SessionStatus;
  /** The musician's first free slot by default; a slot is added where none is. */
  readonly starts?: Temporal.Instant;
  readonly title?: string;
  readonly attendance?: boolean;
  readonly message?: string;
  /** Credits that the client pays; 0 unless told. */
  readonly price?: number;
  /** Complete files to list in each folder; their bytes are nowhere. */
  readonly files?: { readonly user?: number; readonly output?: number };
}

/** A session that a test made. */
export interface TestSession {
  readonly id: number;
  /** Empty for a hold, which has none. */
  readonly threadId: string;
  readonly starts: Temporal.Instant;
  readonly ends: Temporal.Instant;
}

type Step = readonly [SessionEvent, 'client' | 'partner', 'early' | 'now'];

/** Steps to a status. Time alone makes `partner_upload_required`. */
const WAYS: Readonly<Record<Exclude<SessionStatus, 'cancelled'>, readonly Step[]>> = {
  client_files_upload_required: [],
  client_files_pending_review: [['presession_files_in', 'client', 'early']],
  client_files_update_required: [['request_files', 'partner', 'early']],
  partner_ready_to_go: [['approve', 'partner', 'early']],
  partner_upload_required: [],
  partner_deliverables_ready: [['close', 'partner', 'now']],
};

/**
 * Makes a session by the rooms' steps, with slots, claims, credits, thread and record. Releases the client's earlier
 * hold.
 */
export function makeSession(studio: Studio, options: SessionOptions): Promise<TestSession> {
  return studio.inTx(async (tx, now) => {
    const { client, musician, status = 'client_files_upload_required' } = options;
    const slot = await slotFor(tx, studio, options, now);
    const { starts_at, ends_at, service } = slot;
    const early = status === 'prebooked' ? now : earlier(now, starts_at.subtract({ hours: 7 * 24 }));
    const { price = 0, attendance = true, title = 'Song' } = options;
    await lockMusician(tx, musician.id);
    const earlierHold = await lockHold(tx, client.id);
    if (earlierHold !== null) await deleteHold(tx, earlierHold.sessionId);
    const heldUntil = early.add({ minutes: 15 });
    const sessionId = await insertHold(tx, {
      clientId: client.id,
      musicianId: musician.id,
      serviceId: service.id,
      startsAt: starts_at,
      endsAt: ends_at,
      duration: service.unit_minutes,
      price,
      heldUntil,
      options: {},
      now: early,
    });
    const claim = { sessionId, musicianId: musician.id, slotIds: [slot.id], heldUntil, now: early };
    assert(await claimSlots(tx, claim), 'somebody has this time');
    const made = { id: sessionId, starts: starts_at, ends: ends_at };
    if (status === 'prebooked') return { ...made, threadId: '' };

    assert((await bookClaims(tx, { sessionId, now: early })) === 1, 'the claim is gone');
    const plan = await planSpending(tx, { personId: client.id, amount: price, now: early });
    if (plan === null) throw new Error('too few credits');
    await spend(tx, plan, { sessionId, now: early });
    const first = firstStatus(service.files_deadline_enabled);
    await confirmHold(tx, {
      sessionId,
      status: first,
      trackId: null,
      info: { title },
      filesFormat: 'Stems to be imported in a different DAW',
      attendance,
      filesDueAt: filesDueAt(service, starts_at, early),
      isFirst: false,
      actorId: client.id,
      now: early,
    });
    const body = options.message ?? null;
    const threadId = await openThread(tx, { sessionId, authorId: client.id, body, now: early });
    await addFiles(tx, sessionId, options, now);
    if (status === 'cancelled') {
      await cancelSession(tx, { sessionId, actorId: client.id, now: early });
      await freeClaims(tx, { sessionId, musicianId: musician.id, now: early });
      await payBack(tx, await planRefund(tx, { sessionId, by: 'client', now: early }));
      return { ...made, threadId };
    }
    for (const [event, actorRole, when] of status === first ? [] : WAYS[status]) {
      const actorId = actorRole === 'client' ? client.id : musician.id;
      const step = { sessionId, event, actorId, actorRole, now: when === 'early' ? early : now };
      assert((await transition(tx, step)).ok, `no ${event} now`);
    }
    return { ...made, threadId };
  });
}

function assert(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(`this session cannot be made: ${otherwise}`);
}

function earlier(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(a, b) <= 0 ? a : b;
}

async function slotFor(tx: Tx, studio: Studio, options: SessionOptions, now: Temporal.Instant) {
  const { musician, starts } = options;
  const service = await tx
    .selectFrom('services')
    .select(['id', 'unit_minutes', 'category', 'files_deadline', 'files_deadline_enabled'])
    .where('id', '=', studio.service(options.service ?? 'recording'))
    .executeTakeFirstOrThrow();
  let free = tx
    .selectFrom('slots')
    .select(['id', 'starts_at', 'ends_at'])
    .where('musician_id', '=', musician.id)
    .where('category', '=', service.category)
    .where(sql<boolean>`not during && taken_times(musician_id, '-infinity', ${now})`);
  free = starts === undefined ? free.where('starts_at', '>', now) : free.where('starts_at', '=', starts);
  const found = await free.orderBy('starts_at').executeTakeFirst();
  if (found !== undefined) return { ...found, service };
  if (starts === undefined) throw new Error('this session cannot be made: no free slot');
  const ends_at = starts.add({ minutes: service.unit_minutes });
  const slot = { id: newId(), starts_at: starts, ends_at };
  await tx
    .insertInto('slots')
    .values({ ...slot, musician_id: musician.id, category: service.category, slot_type: 'flexible' })
    .execute();
  return { ...slot, service };
}

async function addFiles(
  tx: Tx,
  sessionId: number,
  { client, musician, files }: SessionOptions,
  now: Temporal.Instant,
): Promise<void> {
  for (const folder of ['user', 'output'] as const) {
    for (let n = 1; n <= (files?.[folder] ?? 0); n += 1) {
      await tx
        .insertInto('files')
        .values({
          id: newId(),
          session_id: sessionId,
          folder,
          prefix: '',
          name: `${folder} ${n}.wav`,
          key: newId(),
          content_type: 'audio/wav',
          size: 1000,
          uploaded_by: folder === 'user' ? client.id : musician.id,
          last_modified: now,
        })
        .execute();
    }
  }
}
