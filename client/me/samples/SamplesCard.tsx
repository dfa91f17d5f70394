import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { OwnSample } from '#shared/catalogue/contract-samples.ts';
import { MAX_SAMPLES } from '#shared/catalogue/rules-samples.ts';
import { SAMPLES } from '#shared/catalogue/texts-samples.ts';
import { SamplePlayerProvider, useSamplePlayer } from '../../catalogue/samples/sample-player.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import { Card } from '../profile/Card.tsx';
import { samplesQuery } from './api.ts';
import { sampleUploads, useSampleUploads } from './sample-uploads.ts';
import { SampleRow } from './SampleRow.tsx';
import classes from './SamplesCard.module.css';
import { UploadingRow } from './UploadingRow.tsx';
import { useReorder } from './use-reorder.ts';

/** The musician's samples: sent, ordered, described and played here (docs/product/samples.md). */
export function SamplesCard() {
  const query = useQuery(samplesQuery);
  return (
    <Card title={SAMPLES.title}>
      <p className={classes.intro}>{SAMPLES.intro}</p>
      <QueryView
        query={query}
        loading={<RowsSkeleton what="your samples" />}
        errorTitle="We could not load your samples"
      >
        {(samples) => <Samples samples={samples} />}
      </QueryView>
    </Card>
  );
}

function Samples({ samples }: { samples: readonly OwnSample[] }) {
  const me = useMe();
  const player = useSamplePlayer();
  const uploads = useSampleUploads(me.id);
  useRefetchArrived();
  const list = useRef<HTMLOListElement>(null);
  const reorder = useReorder(list, samples);
  // What this page is sending has a row of its own.
  const own = new Set(uploads.map(({ sampleId }) => sampleId));
  const shown = reorder.samples.filter(({ id }) => !own.has(id));
  const isFull = shown.length + uploads.filter(({ status }) => status !== 'failed').length >= MAX_SAMPLES;
  return (
    <SamplePlayerProvider value={player}>
      <div className={classes.samples}>
        <VisuallyHidden>
          <output>{reorder.announcement}</output>
        </VisuallyHidden>
        {shown.length + uploads.length === 0 && <p className={classes.intro}>{SAMPLES.empty}</p>}
        <ol ref={list} className={classes.list}>
          {shown.map((sample) => (
            <SampleRow
              key={sample.id}
              sample={sample}
              artist={{ name: me.name, picture: me.avatar }}
              handle={sample.position === null || shown.length < 2 ? null : reorder.handleOf(sample)}
              dragged={reorder.draggedId === sample.id}
            />
          ))}
          {uploads.map((upload) => (
            <UploadingRow key={upload.id} upload={upload} />
          ))}
        </ol>
        <AddSample isFull={isFull} onFile={(file) => void sampleUploads.add(me.id, file)} />
      </div>
    </SamplePlayerProvider>
  );
}

function AddSample({ isFull, onFile }: { isFull: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.add}>
      <input
        ref={input}
        type="file"
        accept=".wav,.wave,.mp3,audio/wav,audio/mpeg"
        multiple
        hidden
        aria-label="Sample files"
        onChange={(event) => {
          for (const file of event.currentTarget.files ?? []) onFile(file);
          event.currentTarget.value = '';
        }}
      />
      <Button
        kind="plain"
        leftSection={<Icon name="upload" />}
        aria-disabled={isFull || undefined}
        aria-describedby="sample-limits"
        onClick={() => !isFull && input.current?.click()}
      >
        {SAMPLES.add}
      </Button>
      <p id="sample-limits" className={classes.limits}>
        {isFull ? SAMPLES.tooMany : SAMPLES.limits}
      </p>
    </div>
  );
}

/** Shows a sample as soon as it has arrived. */
function useRefetchArrived(): void {
  const queryClient = useQueryClient();
  useEffect(
    () => sampleUploads.onArrived(() => void queryClient.invalidateQueries(samplesQuery)),
    [queryClient],
  );
}
