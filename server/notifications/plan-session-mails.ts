import { changeDueAt, NEWS_MAILS, newsDueAt } from '#shared/notifications/rules-changes.ts';
import type { Tx } from '../db/transaction.ts';
import type { Ctx, Handler } from '../ctx/ctx.ts';
import type { EventPayloads } from '../ctx/event-payloads.ts';
import { sessionHappened } from '../sessions/events.ts';
import { sendMail } from './jobs.ts';
import * as queries from './queries-changes.ts';
import { sendSessionMails } from './send-session-mails.ts';

type SessionHappened = EventPayloads['sessions.happened'];

/** As earlier releases stored it; `detail` is the known start of a move, or the id of a request's feedback. */
type Stored = SessionHappened | (Pick<SessionHappened, 'session_id' | 'what'> & { readonly detail: string });

function readStored(stored: Stored): SessionHappened {
  if (!('detail' in stored)) return stored;
  const { session_id, what, detail } = stored;
  if (what === 'moved') return { session_id, what, known_start: detail, detail };
  if (what === 'files_requested') return { session_id, what, feedback_id: detail, detail };
  return { session_id, what };
}

/** Booked: to both sides, at once. */
async function mailBooking(
  tx: Tx,
  ctx: Ctx,
  event_id: string,
  { session_id }: SessionHappened,
): Promise<void> {
  const mail = {
    event_id,
    template: 'session-booked',
    about: String(session_id),
    at: ctx.now.toString(),
  } as const;
  for (const to of ['client', 'partner'] as const) await ctx.events.enqueue(tx, sendMail, { ...mail, to });
}

/** Plans the mails about a session's changes (docs/product/notifications.md#changes-of-a-session). */
export const planSessionMails: Handler<'sessions.happened'> = {
  on: sessionHappened,
  name: 'mail',
  async handle(tx, stored, ctx) {
    const happened = readStored(stored);
    const { what } = happened;
    if (what === 'booked') return mailBooking(tx, ctx, stored.event_id, happened);
    const isDue =
      what === 'moved' || what === 'edited' || what === 'cancelled'
        ? await planChange(tx, ctx, happened, what)
        : await planNews(tx, ctx, happened, what);
    if (isDue) await ctx.events.enqueue(tx, sendSessionMails, {});
  },
};

async function planChange(
  tx: Tx,
  { now }: Ctx,
  happened: SessionHappened,
  what: 'moved' | 'edited' | 'cancelled',
): Promise<boolean> {
  const { session_id: sessionId } = happened;
  const session = await queries.sessionOfMail(tx, sessionId);
  if (session === undefined) return false;
  const knownStart = happened.what === 'moved' ? Temporal.Instant.from(happened.known_start) : null;
  const { starts_at } = session;
  const dueAt = changeDueAt({ what, known_start: knownStart ?? starts_at, starts_at }, now);
  const change = { sessionId, kind: 'change', dueAt, knownStart, edited: what === 'edited' } as const;
  // Always in this order, or concurrent changes would deadlock.
  for (const side of ['client', 'partner'] as const)
    await queries.planMail(tx, { ...change, side, feedbackId: null });
  return dueAt.equals(now);
}

async function planNews(
  tx: Tx,
  { now }: Ctx,
  happened: SessionHappened,
  kind: keyof typeof NEWS_MAILS,
): Promise<boolean> {
  const key = { sessionId: happened.session_id, side: NEWS_MAILS[kind][1], kind };
  const dueAt = newsDueAt(await queries.lastSent(tx, key), now);
  const feedbackId = happened.what === 'files_requested' ? happened.feedback_id : null;
  await queries.planMail(tx, { ...key, dueAt, knownStart: null, edited: false, feedbackId });
  return dueAt.equals(now);
}
