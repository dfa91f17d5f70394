import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { getContentDocument } from '#shared/operator/content/contract-content.ts';
import { DOCUMENT_TEXTS } from '#shared/operator/content/texts-content.ts';
import { useMe } from '../../lib/session.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { consolePaths } from '../console-paths.ts';
import { ObjectPage } from '../ObjectPage.tsx';
import { PricesNotice } from '../prices/PricesNotice.tsx';
import { documentQuery } from './api.ts';
import classes from './Content.module.css';
import { DraftEditor } from './DraftEditor.tsx';
import { HistorySection } from './HistorySection.tsx';
import { PreviewSection } from './preview/PreviewSection.tsx';

/** A document: its form, its draft and its history (docs/product/operator.md#documents). */
export function DocumentPage() {
  const { name = '' } = useParams({ strict: false }) as { readonly name?: string };
  const query = useQuery(documentQuery(name));
  return (
    <ObjectPage
      list={{ to: consolePaths.content, text: 'Content' }}
      what="document"
      none="Nothing is here"
      query={query}
    >
      {(found) => <Found key={name} found={found} />}
    </ObjectPage>
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
      {found.name === 'pricing' && (
        <div className={classes.notices}>
          <PricesNotice />
        </div>
      )}
      <DraftEditor found={found} zone={zone} />
      <PreviewSection name={found.name} version={found.version} draft={found.draft} />
      <HistorySection found={found} zone={zone} />
    </>
  );
}
