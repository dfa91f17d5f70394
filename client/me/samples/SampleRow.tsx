import { useState } from 'react';
import type { OwnSample } from '#shared/catalogue/contract-samples.ts';
import type { DraftSample } from '#shared/catalogue/rules-draft.ts';
import { SAMPLES } from '#shared/catalogue/texts-samples.ts';
import { formatBytes } from '#shared/files/rules.ts';
import type { Artist } from '../../catalogue/samples/sample-player.ts';
import { SampleStrip } from '../../catalogue/samples/SampleStrip.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { formatPosition } from '../../ui/player/position.ts';
import { SampleForm } from './SampleForm.tsx';
import classes from './SamplesCard.module.css';
import type { HandleProps } from './use-reorder.ts';

interface SampleRowProps {
  readonly sample: OwnSample;
  /** Its words and whether it is on the page, as the draft has them. */
  readonly item: DraftSample;
  readonly artist: Artist;
  /** null where there is nothing to order. */
  readonly handle: HandleProps | null;
  readonly dragged: boolean;
  /** null while nothing can be changed. */
  readonly onChange: ((item: DraftSample) => void) | null;
  readonly onDelete: () => void;
}

/** One sample with its player, words and actions. */
export function SampleRow({ sample, item, artist, handle, dragged, onChange, onDelete }: SampleRowProps) {
  const { id, state, name, size, seconds, preview_seconds: heard, position } = sample;
  const { title, did, shown } = item;
  const [editing, setEditing] = useState(false);
  const isCut = seconds !== null && heard !== null && seconds - heard > 1;
  const facts = [
    seconds === null ? null : formatPosition(seconds),
    isCut ? `the first ${formatPosition(heard)} is played` : null,
    name,
    formatBytes(size),
    position === null && shown && state !== 'arriving' ? SAMPLES.unpublished : null,
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
        {editing && onChange !== null ? (
          <SampleForm
            words={item}
            onSave={(words) => {
              onChange({ ...item, ...words });
              setEditing(false);
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <>
            {did !== '' && <p className={classes.did}>{did}</p>}
            <p className={classes.facts}>{facts.filter((fact) => fact !== null).join(' · ')}</p>
            {onChange !== null && (
              <div className={classes.actions}>
                {(state === 'ready' || state === 'preparing') && (
                  <label className={classes.shown}>
                    <input
                      type="checkbox"
                      checked={shown}
                      aria-label={`${title}: ${SAMPLES.shown}`}
                      onChange={({ target }) => onChange({ ...item, shown: target.checked })}
                    />
                    {SAMPLES.shown}
                  </label>
                )}
                <Button kind="quiet" aria-label={`Edit ${title}`} onClick={() => setEditing(true)}>
                  Edit
                </Button>
                <Button kind="quiet" aria-label={`Delete ${title}`} onClick={onDelete}>
                  Delete
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </li>
  );
}
