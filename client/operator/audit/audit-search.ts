import { AUDITED, AUDIT_OBJECTS, type Audited, type AuditObject } from '#shared/operator/rules-audit.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const ID_MAX = 100;

/** The audit log's filter, as in the address. */
export interface AuditSearch {
  /** An operator's id, or `command`. */
  by?: string;
  what?: Audited;
  kind?: AuditObject;
  /** Of the object. */
  id?: string;
  /** Whom it concerns. */
  person?: string;
}

/** Query of the audit log; unknown values are dropped. */
export function readAuditSearch({ by, what, kind, id, person }: Record<string, unknown>): AuditSearch {
  const knownWhat = AUDITED.find((known) => known === what);
  const knownKind = AUDIT_OBJECTS.find((known) => known === kind);
  const isText = typeof id === 'string' && id.trim() !== '' && id.length <= ID_MAX;
  return {
    ...(typeof by === 'string' && (by === 'command' || UUID.test(by)) && { by }),
    ...(knownWhat !== undefined && { what: knownWhat }),
    ...(knownKind !== undefined && { kind: knownKind }),
    ...(knownKind !== undefined && isText && { id: id.trim() }),
    ...(typeof person === 'string' && UUID.test(person) && { person }),
  };
}
