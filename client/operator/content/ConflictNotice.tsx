import type { Ref } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { AuditChanges } from '../audit/AuditChanges.tsx';
import classes from './Content.module.css';
import { DOCUMENT_WORDS } from './difference-words.ts';
import type { Value } from './form-value.ts';

interface ConflictNoticeProps {
  readonly ref?: Ref<HTMLDivElement>;
  /** Who changed what meanwhile. */
  readonly title: string;
  readonly theirs: Value;
  readonly mine: Value;
  readonly zone: string;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** Two have changed the same: what differs, and whose counts (docs/product/content.md#drafts). */
export function ConflictNotice({ ref, title, theirs, mine, zone, ...on }: ConflictNoticeProps) {
  return (
    <div ref={ref} tabIndex={-1} className={classes.notices}>
      <Notice tone="waiting" title={title} alert>
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
