import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OwnSample } from '#shared/catalogue/contract-samples.ts';
import type { DraftSample, Profile } from '#shared/catalogue/rules-draft.ts';
import { MAX_SAMPLES } from '#shared/catalogue/rules-samples.ts';
import { SAMPLES } from '#shared/catalogue/texts-samples.ts';
import { SamplePlayerProvider, useSamplePlayer } from '../../catalogue/samples/sample-player.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { AddSample } from './AddSample.tsx';
import { samplesQuery, useDeleteSample } from './api.ts';
import { DeletedSamples } from './DeletedSamples.tsx';
import { sampleUploads, useSampleUploads } from './sample-uploads.ts';
import { SampleRow } from './SampleRow.tsx';
import classes from './SamplesCard.module.css';
import { UploadingRow } from './UploadingRow.tsx';
import { useReorder } from './use-reorder.ts';

/** The samples of a draft. */
export type DraftSamples = Pick<Profile, 'samples' | 'deleted'>;

interface SamplesCardProps {
  readonly stored: readonly OwnSample[];
  readonly draft: DraftSamples;
  /** null while nothing can be changed. */
  readonly onChange: ((draft: DraftSamples) => void) | null;
  /** Why they cannot be published. */
  readonly problem: string | undefined;
}

/** The musician's samples: sent, ordered, described and played here (docs/product/samples.md). */
export function SamplesCard({ stored, draft, onChange, problem }: SamplesCardProps) {
  const me = useMe();
  const player = useSamplePlayer();
  const uploads = useSampleUploads(me.id);
  useRefetchArrived();
  const list = useRef<HTMLOListElement>(null);
  const remove = useDeleteSample();
  const [deleting, setDeleting] = useState<DraftSample | null>(null);
  const { samples, deleted } = draft;
  const place = (ids: readonly string[]) =>
    onChange?.({ deleted, samples: ids.flatMap((id) => samples.find((one) => one.id === id) ?? []) });
  // What this page is sending has a row of its own.
  const sending = new Set(uploads.map(({ sampleId }) => sampleId));
  const byId = new Map(stored.map((sample) => [sample.id, sample]));
  const reorder = useReorder(
    list,
    samples.filter(({ id }) => byId.has(id) && !sending.has(id)),
    place,
  );
  const rows = reorder.items.flatMap((item) => {
    const sample = byId.get(item.id);
    return sample === undefined ? [] : [{ item, sample }];
  });
  const isFull = rows.length + uploads.filter(({ status }) => status !== 'failed').length >= MAX_SAMPLES;

  const change = (item: DraftSample) =>
    onChange?.({ deleted, samples: samples.map((one) => (one.id === item.id ? item : one)) });
  const drop = (sample: OwnSample, item: DraftSample) => {
    if (sample.position === null) setDeleting(item);
    else
      onChange?.({
        deleted: [...deleted, sample.id],
        samples: samples.filter(({ id }) => id !== sample.id),
      });
  };

  return (
    <Card title={SAMPLES.title}>
      <p className={classes.intro}>{SAMPLES.intro}</p>
      <SamplePlayerProvider value={player}>
        <div className={classes.samples}>
          <VisuallyHidden>
            <output>{reorder.announcement}</output>
          </VisuallyHidden>
          {problem !== undefined && (
            <Notice tone="danger" alert>
              {problem}
            </Notice>
          )}
          {rows.length + uploads.length === 0 && <p className={classes.intro}>{SAMPLES.empty}</p>}
          <ol ref={list} className={classes.list}>
            {rows.map(({ sample, item }) => (
              <SampleRow
                key={sample.id}
                sample={sample}
                item={item}
                artist={{ name: me.name, picture: me.avatar }}
                handle={onChange === null || rows.length < 2 ? null : reorder.handleOf(item)}
                dragged={reorder.draggedId === sample.id}
                onChange={onChange === null ? null : change}
                onDelete={() => drop(sample, item)}
              />
            ))}
            {uploads.map((upload) => (
              <UploadingRow key={upload.id} upload={upload} />
            ))}
          </ol>
          <DeletedSamples
            samples={stored.filter(({ id }) => deleted.includes(id))}
            onKeep={
              onChange &&
              (({ id, title, did }) =>
                onChange({
                  deleted: deleted.filter((one) => one !== id),
                  samples: [...samples, { id, title, did, shown: true }],
                }))
            }
          />
          <AddSample isFull={isFull} onFile={(file) => void sampleUploads.add(me.id, file)} />
        </div>
      </SamplePlayerProvider>
      <ConfirmDialog
        opened={deleting !== null}
        title={`Delete ${deleting?.title ?? ''}?`}
        confirm="Delete"
        danger
        onConfirm={async () => {
          if (deleting !== null)
            await remove.mutateAsync(deleting.id).catch((error: unknown) => toast(errorMessage(error)));
          setDeleting(null);
        }}
        onCancel={() => setDeleting(null)}
      >
        It was never on your page. This cannot be undone.
      </ConfirmDialog>
    </Card>
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
