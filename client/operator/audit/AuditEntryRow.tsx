import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { AuditEntry } from '#shared/operator/contract-audit.ts';
import { AUDIT_LABELS, AUDIT_OBJECT_LABELS } from '#shared/operator/texts-audit.ts';
import { paths } from '../../lib/paths.ts';
import { PathLink } from '../PathLink.tsx';
import { DOCUMENT_WORDS } from '../content/difference-words.ts';
import { AuditChanges } from './AuditChanges.tsx';
import classes from './AuditEntryRow.module.css';

interface AuditEntryRowProps {
  readonly entry: AuditEntry;
  readonly zone: string;
}

/** One entry of the audit log. Object and person lead to what the log says of them. */
export function AuditEntryRow({ entry, zone }: AuditEntryRowProps) {
  const { at, what, object, person, operator, reason, before, after } = entry;
  return (
    <li tabIndex={-1} className={classes.entry}>
      <time dateTime={at} className={classes.time}>
        {formatUpdatedAt(Temporal.Instant.from(at), zone)}
      </time>
      <div>
        <h2 className={classes.what}>{AUDIT_LABELS[what]}</h2>
        <p className={classes.about}>
          {object.kind !== 'person' && (
            <span>
              <PathLink to={paths.auditLog({ kind: object.kind, id: object.id })}>
                {`${AUDIT_OBJECT_LABELS[object.kind]} ${object.id}`}
              </PathLink>
            </span>
          )}
          {person !== null && (
            <span>
              <PathLink to={paths.auditLog({ person: person.id })}>{person.name}</PathLink>
            </span>
          )}
          <span>{operator === null ? 'By a command' : `By ${operator.name}`}</span>
        </p>
        {reason !== null && <p className={classes.reason}>{reason}</p>}
        <AuditChanges
          before={before}
          after={after}
          zone={zone}
          {...(['document', 'service'].includes(object.kind) && { words: DOCUMENT_WORDS })}
        />
      </div>
    </li>
  );
}
