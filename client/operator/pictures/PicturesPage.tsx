import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedPicture } from '#shared/operator/content/contract-pictures.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { ContentTabs } from '../content/ContentTabs.tsx';
import dialog from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';
import { Section } from '../Section.tsx';
import { AddPicture } from './AddPicture.tsx';
import { picturesQuery, useRemovePicture } from './api.ts';
import classes from './Pictures.module.css';

/** The pictures of announcements (docs/product/operator.md#pictures). */
export function PicturesPage() {
  const [removing, setRemoving] = useState<ListedPicture | null>(null);
  return (
    <>
      <ContentTabs title="Pictures" />
      <Section title="Add">
        <AddPicture />
      </Section>
      <Section title="Stored pictures">
        <QueryView
          query={useQuery(picturesQuery)}
          loading={<RowsSkeleton what="the pictures" count={3} />}
          errorTitle="We could not load the pictures"
        >
          {(pictures) =>
            pictures.length === 0 ? (
              <p className={classes.muted}>No picture was added yet. Announcements can show what you add.</p>
            ) : (
              <ul className={classes.list}>
                {pictures.map((picture, at) => (
                  <Row
                    key={picture.src}
                    picture={picture}
                    name={`Picture ${pictures.length - at}`}
                    onRemove={() => setRemoving(picture)}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Section>
      {removing !== null && <RemoveDialog picture={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

interface RowProps {
  readonly picture: ListedPicture;
  /** As the form of announcements calls it. */
  readonly name: string;
  readonly onRemove: () => void;
}

function Row({ picture: { src, width, height, shown_by }, name, onRemove }: RowProps) {
  return (
    <li>
      <img src={src} alt="" width={width} height={height} loading="lazy" />
      <div className={classes.what}>
        <h3>{name}</h3>
        <p>
          {width} × {height}
        </p>
        <p>{shown_by.length === 0 ? 'Nothing shows it.' : `Shown by ${shown_by.join(', ')}.`}</p>
      </div>
      {shown_by.length === 0 && (
        <Button kind="plain" aria-label={`Remove: ${name}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </li>
  );
}

interface RemoveDialogProps {
  readonly picture: ListedPicture;
  readonly onClose: () => void;
}

function RemoveDialog({ picture, onClose }: RemoveDialogProps) {
  const remove = useRemovePicture();
  return (
    <FormDialog
      title="Remove this picture?"
      confirm="Remove"
      isDanger
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate(picture.src, {
          onSuccess: () => {
            toast('The picture is removed');
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p className={dialog.lead}>It is gone for ever. A draft that shows it cannot be published then.</p>
    </FormDialog>
  );
}
