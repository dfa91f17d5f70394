import { useRef, useState, type DragEvent } from 'react';
import { PICTURE_TYPES, pictureProblem } from '#shared/content/rules-pictures.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { useAddPicture } from './api.ts';
import classes from './Pictures.module.css';

interface AddPictureProps {
  /** What the picture is for, where a screen has several of these. */
  readonly what?: string;
  readonly onAdded?: (picture: {
    readonly src: string;
    readonly width: number;
    readonly height: number;
  }) => void;
}

/** Takes a file, chosen or dropped, and adds it as a picture at once (docs/product/operator.md#pictures). */
export function AddPicture({ what, onAdded }: AddPictureProps) {
  const fileInput = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const add = useAddPicture();
  const label = what === undefined ? '' : `: ${what}`;

  const take = (files: FileList | null) => {
    if (add.isPending || files === null || files.length === 0) return;
    const [file, ...others] = files;
    const wrong = others.length > 0 ? 'Add one picture at a time.' : file && pictureProblem(file);
    setProblem(wrong ?? null);
    if (file === undefined || typeof wrong === 'string') return;
    add.mutate(file, {
      onSuccess: (picture) => {
        toast('The picture is added');
        onAdded?.(picture);
      },
      onError: (error) => setProblem(errorMessage(error)),
    });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={fileInput}
        type="file"
        hidden
        accept={PICTURE_TYPES}
        aria-label={`Picture file${label}`}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          currentTarget.value = '';
        }}
      />
      <Button
        kind="plain"
        aria-disabled={add.isPending || undefined}
        onClick={() => !add.isPending && fileInput.current?.click()}
      >
        <span aria-live="polite">{add.isPending ? 'Adding…' : `Add a picture${label}`}</span>
      </Button>
      <p>
        Or drop a file here.
        {what === undefined && ' JPEG, PNG, JNG, WebP or SVG, up to 5 MB; drawn anew within 1920 × 1080.'}
      </p>
      {problem !== null && (
        <Notice tone="danger" alert>
          {problem}
        </Notice>
      )}
    </div>
  );
}
