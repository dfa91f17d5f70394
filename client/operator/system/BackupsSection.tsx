import { formatBytes } from '#shared/files/rules.ts';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { SystemState } from '#shared/operator/system/contract-system.ts';
import { useMe } from '../../lib/session.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Section } from '../Section.tsx';
import classes from './System.module.css';

/** When the last scheduled backup was made, and why the next one fails (docs/product/operator.md#scheduled-backups). */
export function BackupsSection({ backups }: { readonly backups: SystemState['backups'] }) {
  const { timezone: zone } = useMe();
  const timeOf = (at: string): string => formatUpdatedAt(Temporal.Instant.from(at), zone);
  if (backups === null)
    return (
      <Section title="Backups">
        <p className={classes.muted}>
          No backup is made by itself. Set <code>BACKUP_TO</code> to have one every day (docs/operating.md).
        </p>
      </Section>
    );
  const { last, failure, next_at } = backups;
  return (
    <Section title="Backups">
      <Facts
        facts={[
          ['Last backup', last === null ? 'None yet' : timeOf(last.at)],
          ['Size', last === null ? '–' : formatBytes(last.bytes)],
          ['Next', next_at === null ? 'Within minutes, or running' : timeOf(next_at)],
        ]}
      />
      {failure !== null && (
        <div className={classes.failed}>
          <Notice tone="danger">
            The last try, on {timeOf(failure.at)}, failed: {withStop(failure.text)} It is tried again every
            half hour.
          </Notice>
        </div>
      )}
    </Section>
  );
}

const withStop = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
