import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { MailName } from '#shared/notifications/rules.ts';
import type { getSession } from '#shared/operator/contract-session.ts';
import { TIMELINE_MAX } from '#shared/operator/rules-sessions.ts';
import { toEntry } from '../list-audit-log.ts';
import type { AuditRow } from '../queries-audit.ts';
import type * as queries from './queries-session.ts';

type Found = ResponseOf<typeof getSession>;
type Entry = Found['timeline'][number];
type Rows<K extends 'eventsOf' | 'mailsOf' | 'ledgerOf' | 'filesOf'> = Awaited<
  ReturnType<(typeof queries)[K]>
>;

interface TimelineRows {
  readonly session: queries.SessionRow;
  readonly events: Rows<'eventsOf'>;
  readonly mails: Rows<'mailsOf'>;
  readonly ledger: Rows<'ledgerOf'>;
  readonly files: Rows<'filesOf'>;
  readonly audit: readonly AuditRow[];
}

/** A file as the API has it. */
export function toFile(row: Rows<'filesOf'>[number]): Found['files'][number] {
  return {
    id: row.id,
    folder: row.folder,
    name: row.prefix + row.name,
    size: row.size,
    by: { id: row.uploaded_by, name: row.uploader_name },
    at: row.last_modified.toString(),
  };
}

/** A change of credits as the API has it. */
export const toLedgerEntry = ({ at, delta, reason, source }: Rows<'ledgerOf'>[number]) => ({
  at: at.toString(),
  delta,
  reason,
  source,
});

/** What comes later of what happened at one instant: the cause before its effects. */
const RANK: Readonly<Record<Entry['kind'], number>> = { event: 0, audit: 1, credits: 2, file: 3, mail: 4 };

/** What happened to a session, the newest first (docs/product/operator.md#a-session). */
export function timelineOf({ session, events, mails, ledger, files, audit }: TimelineRows): Entry[] {
  const sideOf = (recipient: string): 'client' | 'musician' | null => {
    if (recipient === session.client_email) return 'client';
    return recipient === session.musician_email ? 'musician' : null;
  };
  const entries: Entry[] = [
    ...events.map(({ id, at, event, from_status: from, to_status: to, actor_id, actor_name }) => ({
      kind: 'event' as const,
      id,
      at: at.toString(),
      event,
      from,
      to,
      by: actor_id === null ? null : { id: actor_id, name: actor_name ?? '' },
    })),
    ...mails.map(({ event_id, recipient, template, sent_at }) => ({
      kind: 'mail' as const,
      id: `${event_id} ${template} ${sideOf(recipient) ?? 'other'}`,
      at: sent_at.toString(),
      mail: template as MailName,
      to: sideOf(recipient),
    })),
    ...ledger.map((row) => ({ kind: 'credits' as const, id: row.id, ...toLedgerEntry(row) })),
    ...files.map((row) => ({ kind: 'file' as const, ...toFile(row) })),
    ...audit.map(toEntry).map((entry) => ({ kind: 'audit' as const, id: entry.id, at: entry.at, entry })),
  ];
  const instants = new Map(entries.map((entry) => [entry, Temporal.Instant.from(entry.at)]));
  const byTime = (a: Entry, b: Entry) =>
    Temporal.Instant.compare(instants.get(b) ?? b.at, instants.get(a) ?? a.at) || RANK[b.kind] - RANK[a.kind];
  return entries.toSorted(byTime).slice(0, TIMELINE_MAX);
}
