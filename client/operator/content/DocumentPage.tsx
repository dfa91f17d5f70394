import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { getContentDocument } from '#shared/operator/content/contract-content.ts';
import { DOCUMENT_TEXTS, SELL_TEXT } from '#shared/operator/content/texts-content.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { FactsSkeleton } from '../../ui/layout/Facts.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { consolePaths } from '../console-paths.ts';
import { isNobody } from '../is-nobody.ts';
import { PathLink } from '../PathLink.tsx';
import person from '../person/PersonPage.module.css';
import { documentQuery } from './api.ts';
import classes from './Content.module.css';
import { DraftEditor } from './DraftEditor.tsx';
import { HistorySection } from './HistorySection.tsx';

/** A document: its form, its draft and its history (docs/product/operator.md#documents). */
export function DocumentPage() {
  const { name = '' } = useParams({ strict: false }) as { readonly name?: string };
  const query = useQuery(documentQuery(name));
  return (
    <>
      <p className={person.back}>
        <PathLink to={consolePaths.content}>Content</PathLink>
      </p>
      {isNobody(query.error) ? (
        <>
          <PageTitle>Nothing is here</PageTitle>
          <EmptyState title="There is no such document">The address may be cut off.</EmptyState>
        </>
      ) : (
        <QueryView
          query={query}
          loading={<FactsSkeleton what="the document" count={6} />}
          errorTitle="We could not load this document"
        >
          {(found) => <Found key={name} found={found} />}
        </QueryView>
      )}
    </>
  );
}

function Found({ found }: { readonly found: ResponseOf<typeof getContentDocument> }) {
  const { timezone: zone } = useMe();
  const [label, about] = DOCUMENT_TEXTS[found.name] ?? [found.name, ''];
  return (
    <>
      <PageTitle>{label}</PageTitle>
      <p className={classes.about}>
        {about}. {found.is_shipped ? 'It is as shipped.' : 'It was changed here.'}
      </p>
      {found.name === 'pricing' && <p className={classes.about}>{SELL_TEXT}</p>}
      <DraftEditor found={found} zone={zone} />
      <HistorySection found={found} zone={zone} />
    </>
  );
}
