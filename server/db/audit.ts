import type { Audited, AuditFacts, AuditObject } from '#shared/operator/rules-audit.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import { newId } from '../lib/ids.ts';
import type { Tx } from './transaction.ts';

/** Who changes something, and when. */
export interface AuditedBy {
  /** None: a command. */
  readonly actor?: { readonly id: string; readonly role: Role } | null | undefined;
  readonly now: Temporal.Instant;
}

/** A change for the audit log. */
export interface AuditedChange {
  readonly what: Audited;
  readonly object: { readonly kind: AuditObject; readonly id: string | number };
  /** Whom it concerns; a change of a person concerns that person. */
  readonly personId?: string;
  readonly reason?: string;
  /** Ids, figures and names of things; never names, addresses, messages, passwords or secrets of people. */
  readonly before?: AuditFacts;
  readonly after?: AuditFacts;
}

/** Enters a change into the audit log, in the transaction that makes it (docs/product/operator.md#audit-log). */
export async function audit(tx: Tx, { actor, now }: AuditedBy, change: AuditedChange): Promise<void> {
  const { what, object, reason, before, after } = change;
  const personId = change.personId ?? (object.kind === 'person' ? String(object.id) : null);
  await tx
    .insertInto('audit_log')
    .values({
      id: newId(),
      at: now,
      operator_id: actor?.role === 'operator' ? actor.id : null,
      what,
      object_kind: object.kind,
      object_id: String(object.id),
      person_id: personId,
      reason: reason ?? null,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute();
}
