import { memo } from 'react';
import { formatBytes, progressText } from '../../../shared/files/rules.ts';
import { hideFinished, someUploadsFailed, uploadRow, uploadsFailed } from '../../../shared/files/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { uploads } from './our-uploads.ts';
import type { Upload, UploadGroup } from './upload-ports.ts';
import classes from './UploadList.module.css';

/** The uploads of one session: a row for each file (part 2 "Files management zone"). */
export function UploadList({ group }: { group: UploadGroup }) {
  const { session, report, problem, status } = group;
  const rows = group.uploads;
  const failed = rows.filter((upload) => upload.status === 'failed').length;
  const finished = rows.filter((upload) => upload.status === 'completed').length;
  const open = rows.length - failed - finished;
  const failure =
    failed === rows.length && failed > 0 ? uploadsFailed : failed > 0 ? someUploadsFailed : null;
  return (
    <section aria-label="Uploads" className={classes.uploads} tabIndex={-1} data-uploads>
      <div className={classes.head}>
        <h3>{open > 0 ? `Uploading ${finished + 1} of ${rows.length}` : 'Uploads'}</h3>
        {finished > 0 && report !== 'telling' && (
          <Button
            kind="quiet"
            onClick={(event) => {
              keepFocus(event.currentTarget);
              uploads.hideFinished(session.id);
            }}
          >
            {hideFinished}
          </Button>
        )}
      </div>
      <output>
        <VisuallyHidden>{status === 'completed' ? 'All files are uploaded.' : ''}</VisuallyHidden>
      </output>
      {(failure !== null || report === 'failed') && (
        <div role="alert" className={classes.failure}>
          <div>
            {failure !== null && <p>{failure}</p>}
            {report === 'failed' && failure === null && (
              <p>Your files have arrived, but the session does not show them yet.</p>
            )}
            {problem !== null && <p>{problem}</p>}
          </div>
          <Button
            kind="plain"
            onClick={(event) => {
              keepFocus(event.currentTarget);
              uploads.retry(session.id);
            }}
          >
            {failed > 1 ? 'Try all again' : 'Try again'}
          </Button>
        </div>
      )}
      <ul className={classes.rows}>
        {rows.map((upload) => (
          <Row key={upload.id} upload={upload} sessionId={session.id} />
        ))}
      </ul>
    </section>
  );
}

/** The button that was pressed goes away with what it did: the list takes the focus. */
function keepFocus(button: HTMLElement): void {
  button.closest<HTMLElement>('[data-uploads]')?.focus({ preventScroll: true });
}

const ICONS: Readonly<Record<Upload['status'], IconName>> = {
  pending: 'upload',
  uploading: 'upload',
  completed: 'check',
  failed: 'alert',
};

const Row = memo(({ upload, sessionId }: { upload: Upload; sessionId: number }) => {
  const { id, prefix, name, status, loaded, total } = upload;
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
Row.displayName = 'UploadRow';
