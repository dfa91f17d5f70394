import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { ContentVersion, getContentDocument } from '#shared/operator/content/contract-content.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button/Button.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { AuditChanges } from '../audit/AuditChanges.tsx';
import { PathLink } from '../PathLink.tsx';
import { Section } from '../Section.tsx';
import { versionQuery } from './api.ts';
import classes from './Content.module.css';
import { changeText } from './ContentPage.tsx';
import { DOCUMENT_WORDS } from './difference-words.ts';
import { BringBackDialog, ResetDialog } from './DocumentDialogs.tsx';

interface HistorySectionProps {
  readonly found: ResponseOf<typeof getContentDocument>;
  readonly zone: string;
}

/** Every published version, with what it changed (docs/product/content.md#history). */
export function HistorySection({ found, zone }: HistorySectionProps) {
  const { name, versions, version, draft, is_shipped } = found;
  const [isResetting, setResetting] = useState(false);
  return (
    <Section
      title="History"
      actions={<PathLink to={paths.auditLog({ kind: 'document', id: name })}>All in the audit log</PathLink>}
    >
      {versions.length === 0 ? (
        <p className={classes.muted}>Nothing was published here yet: the shipped document is shown.</p>
      ) : (
        <ul className={classes.versions}>
          {versions.map((one) => (
            <Version
              key={one.version}
              name={name}
              version={one}
              revision={draft?.revision ?? null}
              zone={zone}
            />
          ))}
        </ul>
      )}
      {!is_shipped && (
        <Button kind="plain" className={classes.reset} onClick={() => setResetting(true)}>
          As shipped…
        </Button>
      )}
      {isResetting && <ResetDialog name={name} version={version} onClose={() => setResetting(false)} />}
    </Section>
  );
}

interface VersionProps {
  readonly name: string;
  readonly version: ContentVersion;
  readonly revision: string | null;
  readonly zone: string;
}

function Version({ name, version, revision, zone }: VersionProps) {
  const { version: number, is_shipped, note } = version;
  const [isOpen, setOpen] = useState(false);
  const [isBringing, setBringing] = useState(false);
  return (
    <li>
      <h3>
        Version {number}
        {is_shipped && ', as shipped'}
      </h3>
      <p className={classes.muted}>{changeText('Published', version, zone)}</p>
      {note !== null && <p>{note}</p>}
      <div className={classes.actions}>
        <Button
          kind="quiet"
          aria-expanded={isOpen}
          aria-label={`What it changed: version ${number}`}
          onClick={() => setOpen(!isOpen)}
        >
          What it changed
        </Button>
        <Button kind="quiet" aria-label={`Bring back: version ${number}`} onClick={() => setBringing(true)}>
          Bring back
        </Button>
      </div>
      {isOpen && <Difference name={name} version={number} zone={zone} />}
      {isBringing && (
        <BringBackDialog
          name={name}
          version={number}
          revision={revision}
          onClose={() => setBringing(false)}
        />
      )}
    </li>
  );
}

function Difference({
  name,
  version,
  zone,
}: {
  readonly name: string;
  readonly version: number;
  readonly zone: string;
}) {
  return (
    <QueryView
      query={useQuery(versionQuery(name, version))}
      loading={<RowsSkeleton what="the difference" count={2} />}
      errorTitle="We could not load the difference"
    >
      {({ value, before }) => (
        <AuditChanges before={before} after={value} zone={zone} words={DOCUMENT_WORDS} />
      )}
    </QueryView>
  );
}
