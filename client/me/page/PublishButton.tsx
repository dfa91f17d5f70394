import type { Draft } from '#shared/catalogue/contract-draft.ts';
import { DRAFT } from '#shared/catalogue/texts-draft.ts';
import { Button } from '../../ui/button/Button.tsx';
import classes from './MyPage.module.css';
import type { DraftDesk } from './use-draft.ts';

interface PublishProps {
  readonly draft: Draft;
  readonly desk: DraftDesk;
  readonly publishing: boolean;
  readonly onPublish: () => void;
}

/** How many changes wait to be published. */
export function ChangeCount({ draft, desk: { changes } }: Pick<PublishProps, 'draft' | 'desk'>) {
  return (
    <p className={classes.count} data-changed={changes.length > 0 || undefined}>
      {draft.is_published ? DRAFT.changes(changes.length) : DRAFT.neverPublished}
    </p>
  );
}

/** Publishes the draft, or sends it for approval; nothing while it waits for that. */
export function PublishButton({ draft, desk, publishing, onPublish }: PublishProps) {
  if (draft.submitted_at !== null) return null;
  const canPublish = desk.status !== 'conflict' && (!draft.is_published || desk.changes.length > 0);
  return (
    <Button
      aria-disabled={publishing || !canPublish || undefined}
      onClick={() => !publishing && canPublish && onPublish()}
    >
      <span aria-live="polite">
        {publishing ? DRAFT.publishing : draft.needs_approval ? DRAFT.submit : DRAFT.publish}
      </span>
    </Button>
  );
}

/** On phones: the button in sight wherever one is on the page (docs/product/profiles.md#publishing). */
export function PublishBar(props: PublishProps) {
  if (props.draft.submitted_at !== null) return null;
  return (
    <div className={classes.publishBar}>
      <ChangeCount {...props} />
      <PublishButton {...props} />
    </div>
  );
}
