import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { DRAFT } from '#shared/catalogue/texts-draft.ts';
import { SamplePlayerProvider, useSamplePlayer } from '../../catalogue/samples/sample-player.ts';
import { MusicianView } from '../../explore/page/MusicianView.tsx';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { previewQuery } from './api.ts';
import classes from './MyPage.module.css';

/** The draft as clients would see it (docs/product/profiles.md#preview). */
export function Preview({ onBack }: { onBack: () => void }) {
  const query = useQuery(previewQuery);
  const { timezone } = useMe();
  const player = useSamplePlayer();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-label={DRAFT.preview}>
      <div className={classes.previewBar}>
        <h2 ref={heading} tabIndex={-1}>
          {DRAFT.previewTitle}
        </h2>
        <Button kind="plain" leftSection={<Icon name="back" size={18} />} onClick={onBack}>
          {DRAFT.back}
        </Button>
      </div>
      <QueryView
        query={query}
        loading={<RowsSkeleton what="the preview" count={4} />}
        errorTitle="We could not load the preview"
      >
        {(musician) => (
          <SamplePlayerProvider value={player}>
            <div className={classes.preview}>
              <MusicianView musician={musician} zone={timezone} level={2} />
            </div>
          </SamplePlayerProvider>
        )}
      </QueryView>
    </section>
  );
}
