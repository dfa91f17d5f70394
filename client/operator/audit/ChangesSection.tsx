import type { AuditEntry } from '#shared/operator/contract-audit.ts';
import { paths } from '../../lib/paths.ts';
import { PathLink } from '../PathLink.tsx';
import { Section } from '../Section.tsx';
import { AuditEntryRow } from './AuditEntryRow.tsx';
import classes from './ChangesSection.module.css';

interface ChangesSectionProps {
  readonly personId: string;
  /** The newest entries that concern them. */
  readonly audit: readonly AuditEntry[];
  readonly zone: string;
}

/** What was changed of a person, with a link to all of it. */
export function ChangesSection({ personId, audit, zone }: ChangesSectionProps) {
  return (
    <Section
      title="Changes"
      actions={<PathLink to={paths.auditLog({ person: personId })}>All in the audit log</PathLink>}
    >
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
