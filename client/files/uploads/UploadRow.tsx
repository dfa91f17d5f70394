import { memo } from 'react';
import { formatBytes, progressText } from '#shared/files/rules.ts';
import { retry, uploadRow } from '#shared/files/texts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon, type IconName } from '../../ui/button/Icon.tsx';
import { uploads } from './store/uploads-store.ts';
import type { Upload } from './store/ports.ts';
import classes from './UploadList.module.css';

/** Moves the focus to the list, because the pressed button disappears. */
export function keepFocus(button: HTMLElement): void {
  button.closest<HTMLElement>('[data-uploads]')?.focus({ preventScroll: true });
}

const ICONS: Readonly<Record<Upload['status'], IconName>> = {
  pending: 'upload',
  uploading: 'upload',
  completed: 'check',
  failed: 'alert',
};

/** One file with its progress and its buttons (docs/product/files.md#upload-statuses). */
export const UploadRow = memo(({ upload, sessionId }: { upload: Upload; sessionId: number }) => {
  const { id, prefix, name, status, loaded, total, waiting } = upload;
  return (
    <li className={classes.row} data-status={status}>
      <span className={classes.icon}>
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
          aria-label={`${retry}: ${name}`}
          onClick={(event) => {
            keepFocus(event.currentTarget);
            uploads.retry(sessionId, id);
          }}
        >
          {retry}
        </Button>
      )}
    </li>
  );
});
UploadRow.displayName = 'UploadRow';
