import type { Ref } from 'react';
import type { ContentDraft } from '#shared/operator/content/contract-content.ts';
import { Button } from '../../ui/button/Button.tsx';
import classes from './Content.module.css';

interface DraftBarProps {
  readonly draft: ContentDraft | null;
  readonly isDirty: boolean;
  /** Somebody else has changed what is typed over. */
  readonly isConflict: boolean;
  /** Fields of the draft that are wrong. */
  readonly wrong: number;
  readonly isSaving: boolean;
  readonly publishButton: Ref<HTMLButtonElement>;
  readonly onSave: () => void;
  readonly onUndo: () => void;
  readonly onPublish: () => void;
  readonly onDiscard: () => void;
  readonly onCompare: () => void;
}

/** What can be done with a draft, in reach of a long form. */
export function DraftBar({
  draft,
  isDirty,
  isConflict,
  wrong,
  isSaving,
  publishButton,
  ...on
}: DraftBarProps) {
  const isIdle = !isDirty && draft === null;
  return (
    <div className={`${classes.bar} ${isIdle ? '' : classes.sticky}`}>
      {isDirty && (
        <>
          {isConflict ? (
            <Button onClick={on.onCompare}>What differs</Button>
          ) : (
            <Button aria-disabled={isSaving || undefined} onClick={on.onSave}>
              Save draft
            </Button>
          )}
          <Button kind="plain" onClick={on.onUndo}>
            Undo changes
          </Button>
        </>
      )}
      {!isDirty && draft !== null && (
        <>
          <Button ref={publishButton} onClick={on.onPublish}>
            Publish…
          </Button>
          <Button kind="plain" onClick={on.onDiscard}>
            Discard draft
          </Button>
        </>
      )}
      <p>{stateText(isDirty, isConflict, draft, wrong)}</p>
    </div>
  );
}

function stateText(isDirty: boolean, isConflict: boolean, draft: ContentDraft | null, wrong: number): string {
  if (isConflict) return 'Not saved: somebody else has changed it meanwhile.';
  if (isDirty) return 'Not saved yet.';
  if (draft === null) return 'Everything here is published.';
  if (wrong === 0) return 'Draft saved.';
  return `Draft saved; ${wrong === 1 ? '1 field is' : `${wrong} fields are`} wrong.`;
}
