import { createHash } from 'node:crypto';
import {
  dueReminder,
  isFilesReminderDue,
  isTrialEndDue,
  LOOK_AHEAD,
  MESSAGE_PAUSE_MINUTES,
  UNREAD_FORGOTTEN_HOURS,
  UNREAD_MINUTES,
} from '../../shared/notifications/rules.ts';
import { ok } from '../../shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import type { Job } from '../lib/events.ts';
import { sendMail } from './jobs.ts';
import type { Outgoing } from './mails/reader.ts';
import * as queries from './queries-due.ts';

type Due = Omit<Outgoing, 'at'>;

/**
 * Puts on what is due by time: reminders of sessions, of files and of a trial's end, and messages that lie unread. It
 * looks at how things stand, so that what was moved, cancelled, sent or read meanwhile is not mailed about; whatever it
 * puts on is marked, so that looking again, here or in another process, puts nothing on twice.
 */
export const remind: Job = {
  name: 'notifications.remind',
  cron: '* * * * *',
  async run(ctx) {
    const due = [...(await dueSessions(ctx)), ...(await dueFiles(ctx)), ...(await dueTrials(ctx))];
    const marked = await queries.marked(
      ctx.db,
      due.map(({ event_id }) => event_id),
    );
    const fresh = Map.groupBy(
      due.filter(({ event_id }) => !marked.has(event_id)),
      ({ event_id }) => event_id,
    );
    for (const [eventId, mails] of fresh) await putOn(ctx, [eventId], mails);
    await remindUnread(ctx);
  },
};

/** Marks events and puts their mails on; nothing when the first was marked meanwhile. */
async function putOn(
  ctx: Ctx,
  eventIds: readonly [string, ...string[]],
  mails: readonly Due[],
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const [first, ...others] = eventIds;
    if (!(await queries.mark(tx, first, ctx.now))) return ok(false);
    for (const other of others) await queries.mark(tx, other, ctx.now);
    for (const mail of mails) await ctx.events.enqueue(tx, sendMail, { ...mail, at: ctx.now.toString() });
    return ok(true);
  });
}

/** The same for the same words: looking again finds the same event (a UUID of version 8, RFC 9562). */
function eventOf(...words: readonly string[]): string {
  const hex = createHash('sha256').update(words.join(' ')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function dueSessions({ db, now }: Ctx): Promise<Due[]> {
  const rows = await queries.sessionsStarting(db, now, now.add({ hours: LOOK_AHEAD.session }));
  return rows.flatMap((row) => {
    const kind = dueReminder(row, now);
    if (kind === null) return [];
    const [about, detail] = [String(row.id), row.starts_at.toString()];
    const event_id = eventOf('session reminder', kind, about, detail);
    const sides = ['client', 'partner'] as const;
    return sides.map((to): Due => ({ event_id, template: 'session-reminder', about, to, detail }));
  });
}

async function dueFiles({ db, now }: Ctx): Promise<Due[]> {
  const rows = await queries.sessionsWantingFiles(db, now, now.add({ hours: LOOK_AHEAD.files }));
  return rows.flatMap((row): Due[] => {
    const { files_due_at } = row;
    if (files_due_at === null || !isFilesReminderDue({ ...row, files_due_at }, now)) return [];
    const [about, detail] = [String(row.id), files_due_at.toString()];
    const event_id = eventOf('files due', about, detail);
    return [{ event_id, template: 'files-due', about, to: 'client', detail }];
  });
}

async function dueTrials({ db, now }: Ctx): Promise<Due[]> {
  const rows = await queries.trialsEnding(db, now, now.add({ hours: LOOK_AHEAD.trial }));
  return rows.flatMap(({ person_id, trial_ends_at }): Due[] => {
    if (trial_ends_at === null || !isTrialEndDue(trial_ends_at, now)) return [];
    const detail = trial_ends_at.toString();
    const event_id = eventOf('trial ends', person_id, detail);
    return [{ event_id, template: 'trial-ends', about: person_id, detail }];
  });
}

/** One mail for all that one person has written into one conversation and nobody has read; each message is in one mail. */
async function remindUnread(ctx: Ctx): Promise<void> {
  const { db, now } = ctx;
  const unread = await queries.unreadMessages(db, {
    now,
    since: now.subtract({ hours: UNREAD_FORGOTTEN_HOURS }),
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
      detail: others.at(-1) ?? first,
    };
    await putOn(ctx, [first, ...others], [mail]);
  }
}
