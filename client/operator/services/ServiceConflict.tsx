import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { AuditChanges } from '../audit/AuditChanges.tsx';
import content from '../content/Content.module.css';
import { DOCUMENT_WORDS } from '../content/difference-words.ts';
import type { Value } from '../content/form-value.ts';

interface ServiceConflictProps {
  readonly theirs: Value;
  readonly mine: Value;
  readonly zone: string;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** Two have changed a service: what differs, and whose counts. */
export function ServiceConflict({ theirs, mine, zone, ...on }: ServiceConflictProps) {
  return (
    <div className={content.notices}>
      <Notice tone="waiting" title="Somebody else has changed this service meanwhile" alert>
        <p>Nothing you typed is lost. From theirs to yours:</p>
        <AuditChanges before={theirs} after={mine} zone={zone} words={DOCUMENT_WORDS} />
        <div className={content.actions}>
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
