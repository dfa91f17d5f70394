import { useQuery } from '@tanstack/react-query';
import { OpenFrame } from '../../lib/frame/OpenFrame.tsx';
import { QueryView } from '../../lib/QueryView.tsx';
import { useDocumentTitle } from '../../ui/layout/PageTitle.tsx';
import { Placeholder, Loading } from '../../ui/feedback/Skeleton.tsx';
import { pageQuery } from '../api.ts';
import { SafeHtml } from './SafeHtml.tsx';
import classes from './DocumentPage.module.css';

/** The privacy policy, unless the studio links to its own. */
export function PrivacyPage() {
  return <Document page="privacy" title="Privacy policy" />;
}

/** The terms of use, unless the studio links to its own. */
export function TermsPage() {
  return <Document page="terms" title="Terms of use" />;
}

function Document({ page, title }: { readonly page: 'privacy' | 'terms'; readonly title: string }) {
  useDocumentTitle(title);
  const query = useQuery(pageQuery(page));
  return (
    <OpenFrame>
      <article className={classes.document}>
        <QueryView
          query={query}
          loading={
            <Loading what={title}>
              <Placeholder width="60%" height="40px" />
              <Placeholder height="320px" />
            </Loading>
          }
        >
          {(data) => (
            <>
              <h1>{data.title}</h1>
              <SafeHtml html={data.body} />
            </>
          )}
        </QueryView>
      </article>
    </OpenFrame>
  );
}
