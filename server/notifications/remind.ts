import { createHash } from 'node:crypto';
import {
  dueReminder,
  isFilesReminderDue,
  isTrialEndDue,
  LOOKAHEAD_HOURS,
  MESSAGE_PAUSE_MINUTES,
  UNREAD_EXPIRED_HOURS,
  UNREAD_MINUTES,
} from '#shared/notifications/rules.ts';
import { ok } from '#shared/lib/result.ts';
import {
  DELIVERY_REMINDER_HOURS,
  DELIVERY_REMINDER_UNTIL_HOURS,
  dueDeliveryReminder,
} from '#shared/sessions/rules-delivery.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import type { Job } from '../ctx/ctx.ts';
import { sendMail } from './jobs.ts';
import { toStoredMail, type NewMail } from './mails/queued-mail.ts';
import * as queries from './queries-due.ts';

type Due = NewMail & { readonly event_id: string };

/**
 * Enqueues what is due by time: reminders of sessions, files, late deliveries and a trial's end, and unread messages
 * (docs/product/notifications.md#reminders). What it enqueues is marked, so that no process enqueues it twice.
 */
export const remind: Job = {
  name: 'notifications.remind',
  cron: '* * * * *',
  async run(ctx) {
    const due = [
      ...(await dueSessions(ctx)),
      ...(await dueFiles(ctx)),
      ...(await dueDeliveries(ctx)),
      ...(await dueTrials(ctx)),
    ];
    const marked = await queries.marked(
      ctx.db,
      due.map(({ event_id }) => event_id),
    );
    const fresh = Map.groupBy(
      due.filter(({ event_id }) => !marked.has(event_id)),
      ({ event_id }) => event_id,
    );
    for (const [eventId, mails] of fresh) await enqueueMails(ctx, [eventId], mails);
    await remindUnread(ctx);
  },
};

/** Marks events and enqueues their mails; nothing when the first was marked meanwhile. */
async function enqueueMails(
  ctx: Ctx,
  eventIds: readonly [string, ...string[]],
  mails: readonly Due[],
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const [first, ...others] = eventIds;
    if (!(await queries.mark(tx, first, ctx.now))) return ok(false);
    for (const other of others) await queries.mark(tx, other, ctx.now);
    for (const mail of mails)
      await ctx.events.enqueue(tx, sendMail, toStoredMail({ ...mail, at: ctx.now.toString() }));
    return ok(true);
  });
}

/** A deterministic id from words (a UUID of version 8, RFC 9562). */
function eventOf(...words: readonly string[]): string {
  const hex = createHash('sha256').update(words.join(' ')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function dueSessions({ db, now }: Ctx): Promise<Due[]> {
  const rows = await queries.sessionsStarting(db, now, now.add({ hours: LOOKAHEAD_HOURS.session }));
  return rows.flatMap((row) => {
    const kind = dueReminder(row, now);
    if (kind === null) return [];
    const [about, starts_at] = [String(row.id), row.starts_at.toString()];
    const event_id = eventOf('session reminder', kind, about, starts_at);
    const sides = ['client', 'partner'] as const;
    return sides.map((to): Due => ({ event_id, template: 'session-reminder', about, to, starts_at }));
  });
}

async function dueFiles({ db, now }: Ctx): Promise<Due[]> {
  const rows = await queries.sessionsWantingFiles(db, now, now.add({ hours: LOOKAHEAD_HOURS.files }));
  return rows.flatMap((row): Due[] => {
    const { files_due_at: due } = row;
    if (due === null || !isFilesReminderDue({ ...row, files_due_at: due }, now)) return [];
    const [about, files_due_at] = [String(row.id), due.toString()];
    const event_id = eventOf('files due', about, files_due_at);
    return [{ event_id, template: 'files-due', about, to: 'client', files_due_at }];
  });
}

async function dueDeliveries({ db, now }: Ctx): Promise<Due[]> {
  const [from, last] = DELIVERY_REMINDER_HOURS;
  const rows = await queries.lateDeliveries(db, { now, from, until: last + DELIVERY_REMINDER_UNTIL_HOURS });
  return rows.flatMap((row): Due[] => {
    const hours = dueDeliveryReminder(row, now);
    if (hours === null) return [];
    const [about, due_at] = [String(row.id), row.due.toString()];
    const event_id = eventOf('delivery late', String(hours), about, due_at);
    return [{ event_id, template: 'delivery-late', about, to: 'partner', due_at }];
  });
}

async function dueTrials({ db, now }: Ctx): Promise<Due[]> {
  const rows = await queries.trialsEnding(db, now, now.add({ hours: LOOKAHEAD_HOURS.trial }));
  return rows.flatMap(({ person_id: about, trial_ends_at: ends }): Due[] => {
    if (ends === null || !isTrialEndDue(ends, now)) return [];
    const trial_ends_at = ends.toString();
    const event_id = eventOf('trial ends', about, trial_ends_at);
    return [{ event_id, template: 'trial-ends', about, trial_ends_at }];
  });
}

/** One mail for the unread messages of one person in one thread; each message is in one mail. */
async function remindUnread(ctx: Ctx): Promise<void> {
  const { db, now } = ctx;
  const unread = await queries.unreadMessages(db, {
    now,
    since: now.subtract({ hours: UNREAD_EXPIRED_HOURS }),
    before: now.subtract({ minutes: UNREAD_MINUTES }),
    pausedSince: now.subtract({ minutes: MESSAGE_PAUSE_MINUTES }),
  });
  const bursts = Map.groupBy(unread, ({ thread_id, author_id }) => `${thread_id} ${author_id}`);
  for (const burst of bursts.values()) {
    const [first, ...others] = burst.map(({ id }) => id);
    if (first === undefined) continue;
    const mail: Due = {
      event_id: first,
      template: 'new-message',
      about: first,
      last_id: others.at(-1) ?? first,
    };
    await enqueueMails(ctx, [first, ...others], [mail]);
  }
}
