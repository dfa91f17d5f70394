import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { Webhook } from '#shared/operator/system/contract-queues.ts';
import { WEBHOOK_STATES } from '#shared/operator/system/rules-system.ts';
import { PROVIDER_LABELS, WEBHOOK_STATE_LABELS } from '#shared/operator/system/texts-system.ts';
import { paths } from '../../lib/paths.ts';
import { consolePaths } from '../console-paths.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { StatusLabel } from '../../ui/feedback/StatusLabel.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { PagedList } from '../PagedList.tsx';
import { PathLink } from '../PathLink.tsx';
import { webhooksQuery } from './api.ts';
import { readWebhooksFilter } from './system-search.ts';
import { SystemTabs } from './SystemTabs.tsx';
import classes from './System.module.css';

const PROVIDERS = (['stripe', 'paypal'] as const).map((value) => ({ value, label: PROVIDER_LABELS[value] }));
const STATES = WEBHOOK_STATES.map((value) => ({ value, label: WEBHOOK_STATE_LABELS[value] }));

/** Payment providers' events (docs/product/operator.md#received-webhooks). */
export function WebhooksPage() {
  const filter = readWebhooksFilter(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { timezone: zone } = useMe();
  const query = useInfiniteQuery(webhooksQuery(filter));
  const change = (part: Record<string, string | null>) =>
    void navigate({
      href: consolePaths.webhooks({ ...readWebhooksFilter({ ...filter, ...part }) }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <SystemTabs />
      <search className={classes.filter} aria-label="Filter of the webhooks">
        <SelectBox
          label="Provider"
          placeholder="Any"
          data={PROVIDERS}
          clearable
          value={filter.provider ?? null}
          onChange={(provider) => change({ provider })}
        />
        <SelectBox
          label="Outcome"
          placeholder="Any"
          data={STATES}
          clearable
          value={filter.state ?? null}
          onChange={(state) => change({ state })}
        />
      </search>
      <QueryView
        query={query}
        loading={<RowsSkeleton what="the webhooks" count={8} />}
        errorTitle="We could not load the webhooks"
      >
        {({ pages }) => {
          const webhooks = pages.flatMap((page) => page.webhooks);
          if (webhooks.length === 0)
            return (
              <EmptyState title="No webhook was found">
                What a payment provider sends is here as soon as its signature was verified.
              </EmptyState>
            );
          return (
            <PagedList query={query} more="Show older" count={webhooks.length}>
              {webhooks.map((webhook) => (
                <WebhookRow key={`${webhook.provider} ${webhook.id}`} webhook={webhook} zone={zone} />
              ))}
            </PagedList>
          );
        }}
      </QueryView>
    </>
  );
}

function WebhookRow({ webhook, zone }: { readonly webhook: Webhook; readonly zone: string }) {
  const { id, provider, type, object_id, person, received_at, handled_at, failure } = webhook;
  return (
    <li tabIndex={-1} className={classes.row}>
      <time className={classes.time} dateTime={received_at}>
        {formatUpdatedAt(Temporal.Instant.from(received_at), zone)}
      </time>
      <div className={classes.what}>
        <h2>{type}</h2>
        <p>
          {PROVIDER_LABELS[provider]}
          {person !== null && (
            <>
              , <PathLink to={paths.person(person.id)}>{person.name}</PathLink>
            </>
          )}
        </p>
        <p className={classes.names}>{`${id}, of ${object_id}`}</p>
        {failure !== null && <p className={classes.failure}>{failure}</p>}
      </div>
      <StatusLabel tone={handled_at !== null ? 'ready' : failure === null ? 'waiting' : 'danger'}>
        {WEBHOOK_STATE_LABELS[handled_at === null ? 'waiting' : 'handled']}
      </StatusLabel>
    </li>
  );
}
