import { useState } from 'react';
import type { FieldError } from '#shared/lib/problem.ts';
import { NOTE_MAX } from '#shared/operator/content/rules-content.ts';
import { SELL_TEXT } from '#shared/operator/content/texts-content.ts';
import { ProblemError } from '../../lib/api.ts';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import dialog from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';
import { useBringBack, useDiscardDraft, usePublishDraft, useResetContent } from './api.ts';

const noteOf = (note: string) => (note.trim() === '' ? {} : { note: note.trim() });

function NoteField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (note: string) => void;
}) {
  return (
    <PlainField
      label="Note (optional)"
      hint="What has changed, for the history."
      value={value}
      maxLength={NOTE_MAX}
      onChange={onChange}
    />
  );
}

interface PublishDialogProps {
  readonly found: { readonly name: string; readonly version: number; readonly revision: string };
  /** The draft cannot be published: what is wrong. */
  readonly onInvalid: (errors: readonly FieldError[]) => void;
  readonly onClose: () => void;
}

export function PublishDialog({ found, onInvalid, onClose }: PublishDialogProps) {
  const [note, setNote] = useState('');
  const publish = usePublishDraft(found.name);
  const submit = () =>
    publish.mutate(
      { revision: found.revision, over: found.version, ...noteOf(note) },
      {
        onSuccess: () => {
          toast('The document is published');
          onClose();
        },
        onError: (error) => {
          if (error instanceof ProblemError && error.problem.code === 'invalid')
            onInvalid(error.problem.errors ?? []);
        },
      },
    );
  return (
    <FormDialog
      title="Publish this draft?"
      confirm="Publish"
      isPending={publish.isPending}
      error={publish.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={dialog.lead}>
        Everybody whom it concerns sees it within seconds.
        {found.name === 'pricing' && ` ${SELL_TEXT}`}
      </p>
      <NoteField value={note} onChange={setNote} />
    </FormDialog>
  );
}

interface DiscardDialogProps {
  readonly name: string;
  readonly revision: string;
  readonly onClose: () => void;
}

export function DiscardDialog({ name, revision, onClose }: DiscardDialogProps) {
  const discard = useDiscardDraft(name);
  return (
    <FormDialog
      title="Discard this draft?"
      confirm="Discard"
      isDanger
      isPending={discard.isPending}
      error={discard.error}
      onSubmit={() =>
        discard.mutate(revision, {
          onSuccess: () => {
            toast('The draft is discarded');
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p className={dialog.lead}>What is published stays. The audit log keeps what the draft changed.</p>
    </FormDialog>
  );
}

interface ResetDialogProps {
  readonly name: string;
  readonly version: number;
  readonly onClose: () => void;
}

export function ResetDialog({ name, version, onClose }: ResetDialogProps) {
  const [note, setNote] = useState('');
  const reset = useResetContent(name);
  return (
    <FormDialog
      title="Show the shipped document again?"
      confirm="Show as shipped"
      isDanger
      isPending={reset.isPending}
      error={reset.error}
      onSubmit={() =>
        reset.mutate(
          { over: version, ...noteOf(note) },
          {
            onSuccess: () => {
              toast('The document is as shipped');
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <p className={dialog.lead}>
        What is published now stays in the history. A draft stays. Later releases can change the shipped
        document.
      </p>
      <NoteField value={note} onChange={setNote} />
    </FormDialog>
  );
}

interface BringBackDialogProps {
  readonly name: string;
  readonly version: number;
  /** Of the draft that it replaces; null: there is none. */
  readonly revision: string | null;
  readonly onClose: () => void;
}

export function BringBackDialog({ name, version, revision, onClose }: BringBackDialogProps) {
  const bring = useBringBack(name, version);
  return (
    <FormDialog
      title={`Bring version ${version} back?`}
      confirm="Bring back"
      isPending={bring.isPending}
      error={bring.error}
      onSubmit={() =>
        bring.mutate(revision, {
          onSuccess: () => {
            toast(`Version ${version} is the draft`);
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p className={dialog.lead}>
        {revision === null
          ? 'It becomes a draft. Nothing is published by it.'
          : 'It takes the place of the present draft. Nothing is published by it.'}
      </p>
    </FormDialog>
  );
}
