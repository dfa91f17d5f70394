import { useState } from 'react';
import type { OwnSample } from '#shared/catalogue/contract-samples.ts';
import { SAMPLES } from '#shared/catalogue/texts-samples.ts';
import { formatBytes } from '#shared/files/rules.ts';
import type { Artist } from '../../catalogue/samples/sample-player.ts';
import { SampleStrip } from '../../catalogue/samples/SampleStrip.tsx';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { formatPosition } from '../../ui/player/position.ts';
import { useDeleteSample } from './api.ts';
import { SampleForm } from './SampleForm.tsx';
import classes from './SamplesCard.module.css';
import type { HandleProps } from './use-reorder.ts';

interface SampleRowProps {
  readonly sample: OwnSample;
  readonly artist: Artist;
  /** null where there is nothing to order. */
  readonly handle: HandleProps | null;
  readonly dragged: boolean;
}

/** One sample with its player, words and actions. */
export function SampleRow({ sample, artist, handle, dragged }: SampleRowProps) {
  const { id, title, did, state, name, size, seconds, preview_seconds: heard } = sample;
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteSample();
  const isCut = seconds !== null && heard !== null && seconds - heard > 1;
  const facts = [
    seconds === null ? null : formatPosition(seconds),
    isCut ? `the first ${formatPosition(heard)} is played` : null,
    name,
    formatBytes(size),
  ];
  return (
    <li className={classes.row} data-dragged={dragged || undefined}>
      {handle !== null && (
        <button
          type="button"
          className={classes.handle}
          data-handle={id}
          aria-label={`Move ${title}: arrow keys up and down`}
          {...handle}
        >
          <Icon name="grip" />
        </button>
      )}
      <div className={classes.body}>
        {state === 'ready' ? (
          <SampleStrip
            sample={{ id, title, seconds: heard ?? 0, peaks: sample.peaks }}
            artist={artist.name}
            picture={artist.picture}
          />
        ) : (
          <p className={classes.title}>{title}</p>
        )}
        {state === 'preparing' && <output className={classes.facts}>{SAMPLES.preparing}</output>}
        {state === 'unreadable' && (
          <Notice tone="danger" alert>
            {SAMPLES.unreadable}
          </Notice>
        )}
        {state === 'arriving' && <Notice tone="waiting">{SAMPLES.unfinished}</Notice>}
        {editing ? (
          <SampleForm sample={sample} onDone={() => setEditing(false)} />
        ) : (
          <>
            {did !== '' && <p className={classes.did}>{did}</p>}
            <p className={classes.facts}>{facts.filter((fact) => fact !== null).join(' · ')}</p>
            <div className={classes.actions}>
              <Button kind="quiet" aria-label={`Edit ${title}`} onClick={() => setEditing(true)}>
                Edit
              </Button>
              <Button kind="quiet" aria-label={`Delete ${title}`} onClick={() => setDeleting(true)}>
                Delete
              </Button>
            </div>
          </>
        )}
      </div>
      <ConfirmDialog
        opened={deleting}
        title={`Delete ${title}?`}
        confirm="Delete"
        danger
        onConfirm={async () => {
          await remove.mutateAsync(id).catch((error: unknown) => toast(errorMessage(error)));
          setDeleting(false);
        }}
        onCancel={() => setDeleting(false)}
      >
        Clients will not hear it any more. This cannot be undone.
      </ConfirmDialog>
    </li>
  );
}
