import type { Ref } from 'react';
import type { ContentDraft } from '#shared/operator/content/contract-content.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { AuditChanges } from '../audit/AuditChanges.tsx';
import classes from './Content.module.css';
import { DOCUMENT_WORDS } from './difference-words.ts';
import type { Value } from './form-value.ts';

interface ConflictNoticeProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly theirs: Value;
  readonly mine: Value;
  /** Theirs; null: it was published or discarded. */
  readonly draft: ContentDraft | null;
  readonly zone: string;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** Two have changed a draft: what differs, and whose counts (docs/product/content.md#drafts). */
export function ConflictNotice({ ref, theirs, mine, draft, zone, ...on }: ConflictNoticeProps) {
  const who =
    draft === null
      ? 'Somebody has published another version or discarded the draft meanwhile'
      : `${draft.by?.name ?? 'Somebody'} has saved this draft meanwhile`;
  return (
    <div ref={ref} tabIndex={-1} className={classes.notices}>
      <Notice tone="waiting" title={who} alert>
        <p>Nothing you typed is lost. From theirs to yours:</p>
        <AuditChanges before={theirs} after={mine} zone={zone} words={DOCUMENT_WORDS} />
        <div className={classes.actions}>
          <Button kind="plain" onClick={on.onKeepMine}>
            Save mine instead
          </Button>
          <Button kind="plain" onClick={on.onTakeTheirs}>
            Take theirs
          </Button>
        </div>
      </Notice>
    </div>
  );
}
