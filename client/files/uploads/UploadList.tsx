import { useState } from 'react';
import { hideFinished, someUploadsFailed, uploadsFailed } from '../../../shared/files/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { uploads } from './our-uploads.ts';
import { UnfinishedRow } from './UnfinishedRow.tsx';
import classes from './UploadList.module.css';
import type { UploadGroup } from './upload-ports.ts';
import { keepFocus, UploadRow } from './UploadRow.tsx';
import { firstRows, summaryOf, sumUploads } from './upload-sums.ts';

/** More rows than this are drawn only when asked for. */
const MOST_ROWS = 100;

/** The uploads of one session: a row for each file, and why some did not go through. */
export function UploadList({ group }: { group: UploadGroup }) {
  const { session, report, problem, unfinished } = group;
  const [whole, setWhole] = useState(false);
  const sums = sumUploads([group]);
  const { files, finished, failed } = sums;
  const rows = whole ? group.uploads : firstRows(group.uploads, MOST_ROWS);
  const failure = failed === files && failed > 0 ? uploadsFailed : failed > 0 ? someUploadsFailed : null;
  return (
    <div tabIndex={-1} className={classes.uploads} data-uploads>
      <div className={classes.head}>
        <p className={classes.summary}>{summaryOf(sums)}</p>
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
        <VisuallyHidden>{sums.waiting || finished + failed === files ? summaryOf(sums) : ''}</VisuallyHidden>
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
        {unfinished.map((upload) => (
          <UnfinishedRow key={upload.key} session={session} upload={upload} />
        ))}
        {rows.map((upload) => (
          <UploadRow key={upload.id} upload={upload} sessionId={session.id} />
        ))}
      </ul>
      {rows.length < files && (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          {`Show all ${files} files`}
        </Button>
      )}
    </div>
  );
}
