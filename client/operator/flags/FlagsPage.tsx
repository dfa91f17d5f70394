import { useQuery } from '@tanstack/react-query';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { ListedFlag } from '#shared/operator/content/contract-flags.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { Toggle } from '../../ui/form/Toggle.tsx';
import { ChangesSection } from '../audit/ChangesSection.tsx';
import { ContentTabs } from '../content/ContentTabs.tsx';
import { Section } from '../Section.tsx';
import { flagsQuery, useChangeFlag } from './api.ts';
import classes from './FlagsPage.module.css';

const onOff = (value: boolean): string => (value ? 'on' : 'off');

/** Every flag, and who has changed it (docs/product/operator.md#flags). */
export function FlagsPage() {
  const { timezone: zone } = useMe();
  return (
    <>
      <ContentTabs title="Flags" />
      <QueryView
        query={useQuery(flagsQuery)}
        loading={<RowsSkeleton what="the flags" count={8} />}
        errorTitle="We could not load the flags"
      >
        {({ flags, audit }) => (
          <>
            <Section title="Switches">
              <p className={classes.lead}>A switch acts at once. Everybody sees it within seconds.</p>
              <ul className={classes.list}>
                {flags.map((flag) => (
                  <Flag key={flag.name} flag={flag} zone={zone} />
                ))}
              </ul>
            </Section>
            <ChangesSection filter={{ kind: 'flag' }} audit={audit} zone={zone} />
          </>
        )}
      </QueryView>
    </>
  );
}

function Flag({ flag, zone }: { readonly flag: ListedFlag; readonly zone: string }) {
  const { name, about, shipped, own, value, changed } = flag;
  const change = useChangeFlag(name);
  const set = (on: boolean | null) => {
    if (!change.isPending) change.mutate(on);
  };
  return (
    <li>
      <Toggle label={name} hint={about} on={value} onChange={set} />
      <div className={classes.state}>
        <p>
          {own === null ? `As shipped: ${onOff(shipped)}.` : `Set here; shipped: ${onOff(shipped)}.`}
          {changed !== null &&
            ` Last changed ${formatUpdatedAt(Temporal.Instant.from(changed.at), zone)} by ${changed.by?.name ?? 'a command'}.`}
        </p>
        {own !== null && (
          <Button kind="quiet" aria-label={`As shipped: ${name}`} onClick={() => set(null)}>
            As shipped
          </Button>
        )}
      </div>
      {change.error !== null && (
        <Notice tone="danger" alert>
          {errorMessage(change.error)}
        </Notice>
      )}
    </li>
  );
}
