import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { getContentDocument } from '#shared/operator/content/contract-content.ts';
import { DOCUMENT_TEXTS } from '#shared/operator/content/texts-content.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe, useStudio } from '../../lib/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { documentQuery } from '../../operator/content/api.ts';
import { NOT_DRAWN, PREVIEWS } from '../../operator/content/preview/previews.ts';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { useDocumentTitle } from '../../ui/layout/PageTitle.tsx';
import { personOf } from './person.ts';
import type { Draw } from './drawing.ts';
import { DRAWINGS } from './drawings.ts';
import { Nothing } from './Nothing.tsx';
import { Stage } from './Stage.tsx';
import { useTheme } from './use-theme.ts';

/** A document's draft, else what is published, as its address says: for whom, which part, light or dark (docs/product/content.md#preview). */
export function PreviewScreen() {
  const { name = '' } = useParams({ strict: false }) as { readonly name?: string };
  const search = new URLSearchParams(useLocation({ select: ({ searchStr }) => searchStr }));
  useDocumentTitle(`Preview: ${DOCUMENT_TEXTS[name]?.[0] ?? name}`);
  useTheme(search.get('theme'));
  return (
    <QueryView
      query={useQuery(documentQuery(name))}
      loading={<RowsSkeleton what="the preview" count={3} />}
      errorTitle="We could not load this document"
    >
      {(found) => <Drawn found={found} viewer={search.get('as')} part={search.get('part')} />}
    </QueryView>
  );
}

interface DrawnProps {
  readonly found: ResponseOf<typeof getContentDocument>;
  readonly viewer: string | null;
  readonly part: string | null;
}

function Drawn({ found: { name, draft, published, version }, ...wanted }: DrawnProps) {
  const { timezone } = useMe();
  const studio = useStudio();
  const [now] = useState(useNow());
  const preview = PREVIEWS[name];
  const draw = DRAWINGS[name] as Draw<unknown> | undefined;
  if (draw === undefined || preview === undefined || typeof preview === 'string')
    return <Nothing>{typeof preview === 'string' ? preview : 'There is nothing to show.'}</Nothing>;
  if (draft !== null && draft.errors.length > 0) return <Nothing>{NOT_DRAWN}</Nothing>;
  const viewer = preview.viewers.find((one) => one === wanted.viewer) ?? preview.viewers[0];
  const part = preview.parts.find(({ key }) => key === wanted.part)?.key ?? preview.parts[0]?.key ?? '';
  const look = { viewer, part, me: personOf(viewer, timezone), studio, now };
  return (
    <Stage
      // Another draft, person or part begins anew.
      key={`${draft?.revision ?? version} ${viewer} ${part}`}
      drawing={draw(draft?.value ?? published, look)}
      look={look}
    />
  );
}
