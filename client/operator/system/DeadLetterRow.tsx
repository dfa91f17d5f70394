import { useState } from 'react';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { DeadLetter } from '#shared/operator/system/contract-queues.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { useRunAgain } from './api.ts';
import classes from './System.module.css';

const load = async () => (await import('./DropDialog.tsx')).DropDialog;

/** A job that failed every try: it is run again or dropped. */
export function DeadLetterRow({ letter, zone }: { readonly letter: DeadLetter; readonly zone: string }) {
  const { queue, failure, tries, failed_at, data } = letter;
  const [isDropping, setDropping] = useState(false);
  const again = useRunAgain(letter.id);
  return (
    <li tabIndex={-1} className={classes.row}>
      <time className={classes.time} dateTime={failed_at}>
        {formatUpdatedAt(Temporal.Instant.from(failed_at), zone)}
      </time>
      <div className={classes.what}>
        <h3>{queue}</h3>
        <p className={classes.failure}>{failure ?? 'Its process ended while it ran.'}</p>
        <p>{tries === 1 ? 'Tried once' : `Tried ${tries} times`}</p>
        <p className={classes.names}>
          {Object.entries(data)
            .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
            .join(', ')}
        </p>
        {again.error !== null && <Notice tone="waiting">{errorMessage(again.error)}</Notice>}
      </div>
      <div className={classes.actions}>
        <Button
          kind="plain"
          aria-label={`Run again: ${queue}`}
          aria-disabled={again.isPending || undefined}
          onClick={() => {
            if (!again.isPending) again.mutate(undefined, { onSuccess: () => toast('The job runs again') });
          }}
        >
          Run again
        </Button>
        <Button kind="plain" aria-label={`Drop: ${queue}`} onClick={() => setDropping(true)}>
          Drop
        </Button>
      </div>
      {isDropping && (
        <LazyComponent load={load} enabled props={{ letter, onClose: () => setDropping(false) }} />
      )}
    </li>
  );
}
