import { useQuery } from '@tanstack/react-query';
import { formatBytes } from '#shared/files/rules.ts';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { SystemState } from '#shared/operator/system/contract-system.ts';
import { STORED_LABELS } from '#shared/operator/system/texts-system.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Facts, FactsSkeleton } from '../../ui/layout/Facts.tsx';
import { Section } from '../Section.tsx';
import { systemQuery } from './api.ts';
import { BackupsSection } from './BackupsSection.tsx';
import { HealthSection } from './HealthSection.tsx';
import { SystemTabs } from './SystemTabs.tsx';
import classes from './System.module.css';

/** Health, versions, storage and backups (docs/product/operator.md#system). */
export function SystemPage() {
  const query = useQuery(systemQuery);
  return (
    <>
      <SystemTabs />
      <QueryView
        query={query}
        loading={<FactsSkeleton what="the system" count={9} />}
        errorTitle="We could not load the system"
      >
        {({ ready, versions, storage, backups }) => (
          <>
            <HealthSection ready={ready} />
            <Section title="Versions">
              <Facts facts={versionFacts(versions)} />
            </Section>
            <StorageSection storage={storage} />
            <BackupsSection backups={backups} />
          </>
        )}
      </QueryView>
    </>
  );
}

function versionFacts({ app, commit, node, postgresql, migrations }: SystemState['versions']) {
  return [
    ['Talkback', app],
    ['Commit', commit === null ? 'Not known here' : commit.slice(0, 10)],
    ['Node', node.replace(/^v/, '')],
    ['PostgreSQL', postgresql],
    ['Migrations', `${migrations.count}, the last ${migrations.last.replace(/\.sql$/, '')}`],
  ] as const;
}

const countText = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

function StorageSection({ storage }: { readonly storage: SystemState['storage'] }) {
  const { timezone: zone } = useMe();
  const { measured, open_uploads, to_delete } = storage;
  return (
    <Section title="Storage">
      {measured === null ? (
        <p className={classes.muted}>It is measured with the check of the data, every night and on Today.</p>
      ) : (
        <table className={classes.table}>
          <caption>Measured on {formatUpdatedAt(Temporal.Instant.from(measured.at), zone)}</caption>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">Files</th>
              <th scope="col">Size</th>
            </tr>
          </thead>
          <tbody>
            {measured.kinds.map(({ kind, files, bytes }) => (
              <tr key={kind}>
                <th scope="row">{STORED_LABELS[kind]}</th>
                <td>{files}</td>
                <td>{formatBytes(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={classes.muted}>
        Now: {countText(open_uploads.files)} being uploaded ({formatBytes(open_uploads.bytes)}),{' '}
        {countText(to_delete)} to be deleted within the hour.
      </p>
    </Section>
  );
}
