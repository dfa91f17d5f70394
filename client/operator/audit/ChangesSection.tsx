import type { AuditEntry } from '#shared/operator/contract-audit.ts';
import { paths } from '../../lib/paths.ts';
import { PathLink } from '../PathLink.tsx';
import { Section } from '../Section.tsx';
import { AuditEntryRow } from './AuditEntryRow.tsx';
import classes from './ChangesSection.module.css';

interface ChangesSectionProps {
  /** Which entries the audit log has of it. */
  readonly filter: Readonly<Record<string, string>>;
  /** The newest of them. */
  readonly audit: readonly AuditEntry[];
  readonly zone: string;
}

/** What was changed of a person or a thing, with a link to all of it. */
export function ChangesSection({ filter, audit, zone }: ChangesSectionProps) {
  return (
    <Section title="Changes" actions={<PathLink to={paths.auditLog(filter)}>All in the audit log</PathLink>}>
      {audit.length === 0 ? (
        <p className={classes.text}>No operator and no command has changed anything here.</p>
      ) : (
        <ul className={classes.list}>
          {audit.map((entry) => (
            <AuditEntryRow key={entry.id} entry={entry} zone={zone} />
          ))}
        </ul>
      )}
    </Section>
  );
}
