import type { Schedule, ScheduleChange } from '#shared/calendar/rules-change.ts';
import { scheduleFacts } from '#shared/calendar/texts-schedule.ts';
import { dayOf } from '#shared/lib/time.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { audit, type AuditedChange } from '../../db/audit.ts';
import type { Tx } from '../../db/transaction.ts';

/** How the audit log names each kind of change. */
export const AUDITED_AS: Readonly<Record<ScheduleChange['kind'], AuditedChange['what']>> = {
  hours: 'hours.changed',
  time_off: 'time-off.changed',
  remove_time_off: 'time-off.changed',
  offer: 'offers.changed',
  withdraw: 'offers.changed',
  copy_week: 'offers.changed',
};

type What = AuditedChange['what'];

interface Changed {
  readonly what: What;
  readonly before: Schedule;
  readonly after: Schedule;
}

/** Enters an operator's change of a schedule into the audit log; a musician's own is none. */
export async function auditChange(
  tx: Tx,
  { actor, now }: SignedInCtx,
  musicianId: string,
  { what, before, after }: Changed,
): Promise<void> {
  if (actor.role !== 'operator') return;
  const facts = scheduleFacts(before, after, dayOf(now, after.zone).toString());
  await audit(tx, { actor, now }, { what, object: { kind: 'person', id: musicianId }, ...facts });
}
