import { useQuery } from '@tanstack/react-query';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import { DOCUMENT_TEXTS } from '#shared/operator/content/texts-content.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { StatusLabel } from '../../ui/feedback/StatusLabel.tsx';
import { consolePaths } from '../console-paths.ts';
import opens from '../OpenRow.module.css';
import list from '../PagedList.module.css';
import { PathLink } from '../PathLink.tsx';
import { contentQuery } from './api.ts';
import classes from './Content.module.css';
import { ContentTabs } from './ContentTabs.tsx';

/** Every document of the content (docs/product/operator.md#documents). */
export function ContentPage() {
  const { timezone: zone } = useMe();
  return (
    <>
      <ContentTabs title="Content" />
      <QueryView
        query={useQuery(contentQuery)}
        loading={<RowsSkeleton what="the documents" count={8} />}
        errorTitle="We could not load the documents"
      >
        {(documents) => (
          <ul className={list.list}>
            {documents.map(({ name, is_shipped, published, draft }) => {
              const [label, about] = DOCUMENT_TEXTS[name] ?? [name, ''];
              return (
                <li key={name} className={`${opens.row} ${classes.row}`}>
                  <div className={classes.names}>
                    <h2>
                      <PathLink to={consolePaths.contentDocument(name)} className={opens.open}>
                        {label}
                      </PathLink>
                    </h2>
                    <p>{about}</p>
                  </div>
                  <p className={classes.labels}>
                    <StatusLabel tone={is_shipped ? 'done' : 'ready'}>
                      {is_shipped ? 'As shipped' : 'Changed here'}
                    </StatusLabel>
                    {draft !== null && <StatusLabel tone="waiting">Draft</StatusLabel>}
                  </p>
                  <div className={classes.when}>
                    {published !== null && <p>{changeText('Published', published, zone)}</p>}
                    {draft !== null && <p>{changeText('Draft saved', draft, zone)}</p>}
                  </div>
                </li>
              );
            })}
          </ul>
        )}
      </QueryView>
    </>
  );
}

interface Change {
  readonly at: string;
  readonly by: { readonly name: string } | null;
}

/** "Published 24 Nov 2026, 14:00 by Olga". */
export const changeText = (what: string, { at, by }: Change, zone: string): string =>
  `${what} ${formatUpdatedAt(Temporal.Instant.from(at), zone)} by ${by?.name ?? 'a command'}`;
