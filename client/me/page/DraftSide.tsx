import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Draft } from '#shared/catalogue/contract-draft.ts';
import { DRAFT } from '#shared/catalogue/texts-draft.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useMobile } from '../../ui/layout/use-mobile.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { useDraftAct } from './api.ts';
import type { SaveStatus } from './draft-saver.ts';
import classes from './MyPage.module.css';
import { ChangeCount, PublishButton } from './PublishButton.tsx';
import type { DraftDesk } from './use-draft.ts';

const SAVED: Readonly<Record<SaveStatus, string>> = {
  saved: DRAFT.saved,
  unsaved: DRAFT.saving,
  saving: DRAFT.saving,
  failed: DRAFT.notSaved,
  conflict: DRAFT.stopped,
};

interface DraftSideProps {
  readonly draft: Draft;
  readonly desk: DraftDesk;
  readonly publishing: boolean;
  readonly onPublish: () => void;
  readonly onPreview: () => void;
}

/** How the draft stands, and what can be done with it; on phones the bar at the bottom publishes. */
export function DraftSide({ draft, desk, publishing, onPublish, onPreview }: DraftSideProps) {
  const { changes, status, saver, show } = desk;
  const discard = useDraftAct('discard');
  const [discarding, setDiscarding] = useState(false);
  const isWaiting = draft.submitted_at !== null;
  const mobile = useMobile();

  return (
    <aside className={classes.side} aria-label={DRAFT.side}>
      <Card title={DRAFT.side}>
        <div>
          {!mobile && <ChangeCount draft={draft} desk={desk} />}
          <output className={classes.saved} data-failed={status === 'failed' || undefined}>
            {isWaiting ? '' : SAVED[status]}
          </output>
        </div>
        {!mobile && <PublishButton draft={draft} desk={desk} publishing={publishing} onPublish={onPublish} />}
        <Button kind="plain" onClick={onPreview}>
          {DRAFT.preview}
        </Button>
        {!isWaiting && changes.length > 0 && (
          <Button kind="quiet" onClick={() => setDiscarding(true)}>
            {DRAFT.discard}
          </Button>
        )}
        {draft.needs_approval && !isWaiting && <p className={classes.hint}>{DRAFT.approvalHint}</p>}
        <p className={classes.hint}>
          {DRAFT.pictureHint}{' '}
          <Link to="/profile" hash="profile">
            {DRAFT.pictureLink}
          </Link>
        </p>
      </Card>
      <ConfirmDialog
        opened={discarding}
        title={DRAFT.discardTitle}
        confirm={DRAFT.discard}
        danger
        onConfirm={async () => {
          try {
            await saver.flush();
            show(await discard.mutateAsync(saver.version()));
          } catch (error) {
            toast(errorMessage(error), 'danger');
          }
          setDiscarding(false);
        }}
        onCancel={() => setDiscarding(false)}
      >
        {DRAFT.discardHint}
      </ConfirmDialog>
    </aside>
  );
}
