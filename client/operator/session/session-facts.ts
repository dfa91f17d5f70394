import { durationInWords, formatUpdatedAt } from '#shared/lib/time.ts';
import type { SessionFacts } from '#shared/operator/contract-session.ts';
import { creditsText } from '#shared/operator/texts-people.ts';
import type { Fact } from '../../ui/layout/Facts.tsx';

const FINAL_STATUSES = new Set<SessionFacts['status']>(['partner_deliverables_ready', 'cancelled']);

/** What a session was booked with; instants in the reader's zone. What is not known is not named. */
export function sessionFacts(session: SessionFacts, zone: string): Fact[] {
  const at = (instant: string) => formatUpdatedAt(Temporal.Instant.from(instant), zone);
  const { booked_at, files_due_at, rating, attendance, cancelled } = session;
  const isOpen = !FINAL_STATUSES.has(session.status);
  const facts: (Fact | null)[] = [
    ['Starts', at(session.starts_at)],
    ['Ends', at(session.ends_at)],
    ['Length', durationInWords(session.duration)],
    ['Price', creditsText(session.price)],
    booked_at === null ? null : ['Booked', at(booked_at)],
    files_due_at === null ? null : ['Files due', at(files_due_at)],
    isOpen ? ['Session files due', at(session.delivery_due_at)] : null,
    ['Track', session.title ?? 'Untitled track'],
    session.files_format === null ? null : ['Deliverables', session.files_format],
    attendance === null ? null : ['Client attends', attendance ? 'Yes' : 'No'],
    session.is_first_session ? ['First session', 'Yes'] : null,
    rating === null ? null : ['Rating', rating === 1 ? '1 star' : `${rating} stars`],
    cancelled === null ? null : ['Cancelled', at(cancelled.at)],
    cancelled?.by == null ? null : ['Cancelled by', cancelled.by.name],
    cancelled === null || cancelled.reasons.length === 0 ? null : ['Why', cancelled.reasons.join('; ')],
  ];
  return facts.filter((fact) => fact !== null);
}
