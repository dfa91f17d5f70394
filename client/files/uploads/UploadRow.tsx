import { memo } from 'react';
import { formatBytes, progressText } from '../../../shared/files/rules.ts';
import { uploadRow } from '../../../shared/files/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { uploads } from './our-uploads.ts';
import type { Upload } from './upload-ports.ts';
import classes from './UploadList.module.css';

/** The button that was pressed goes away with what it did: the list takes the focus. */
export function keepFocus(button: HTMLElement): void {
  button.closest<HTMLElement>('[data-uploads]')?.focus({ preventScroll: true });
}

const ICONS: Readonly<Record<Upload['status'], IconName>> = {
  pending: 'upload',
  uploading: 'upload',
  completed: 'check',
  failed: 'alert',
};

/** One file: name, 'x out of y - n%', and Cancel, Completed or Failed (part 2 "Files management zone"). */
export const UploadRow = memo(({ upload, sessionId }: { upload: Upload; sessionId: number }) => {
  const { id, prefix, name, status, loaded, total, waiting } = upload;
  return (
    <li className={classes.row} data-status={status}>
      <span className={classes.sign}>
        <Icon name={ICONS[status]} size={18} />
      </span>
      <div className={classes.file}>
        <span className={classes.name}>
          <b>{prefix}</b>
          {name}
        </span>
        <span className={classes.numbers}>
          {status === 'uploading' ? progressText(loaded, total) : formatBytes(total)}
        </span>
        {waiting && <span className={classes.waiting}>Waiting for the connection…</span>}
        {status === 'uploading' && (
          <progress className={classes.bar} aria-label={name} value={loaded} max={Math.max(total, 1)} />
        )}
      </div>
      {status === 'pending' || status === 'uploading' ? (
        <Button
          kind="quiet"
          aria-label={`Cancel ${name}`}
          onClick={(event) => {
            keepFocus(event.currentTarget);
            uploads.cancel(id);
          }}
        >
          {uploadRow[status]}
        </Button>
      ) : (
        <span className={classes.end}>{uploadRow[status]}</span>
      )}
      {status === 'failed' && (
        <Button
          kind="plain"
          aria-label={`Try again: ${name}`}
          onClick={(event) => {
            keepFocus(event.currentTarget);
            uploads.retry(sessionId, id);
          }}
        >
          Try again
        </Button>
      )}
    </li>
  );
});
UploadRow.displayName = 'UploadRow';
