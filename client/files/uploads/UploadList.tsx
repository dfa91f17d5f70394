import { useState } from 'react';
import {
  hideFinished,
  retry,
  sendWithout,
  someUploadsFailed,
  uploadsFailed,
  waitsForRest,
} from '#shared/files/texts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import { uploads } from './store/uploads-store.ts';
import { UnfinishedRow } from './UnfinishedRow.tsx';
import classes from './UploadList.module.css';
import type { UploadGroup } from './store/ports.ts';
import { keepFocus, UploadRow } from './UploadRow.tsx';
import { firstRows, summaryOf, uploadTotals } from './store/totals.ts';

/** More rows than this are drawn only on request. */
const MAX_ROWS = 100;

/** The uploads of one session: a row for each file, and why some failed. */
export function UploadList({ group }: { group: UploadGroup }) {
  const { session, report, problem, unfinished } = group;
  const [whole, setWhole] = useState(false);
  const sums = uploadTotals([group]);
  const { files, finished, failed } = sums;
  const moving = files - finished - failed;
  const rows = whole ? group.uploads : firstRows(group.uploads, MAX_ROWS);
  const failure = failed === files && failed > 0 ? uploadsFailed : failed > 0 ? someUploadsFailed : null;
  return (
    <div tabIndex={-1} className={classes.uploads} data-uploads>
      <div className={classes.head}>
        <p className={classes.summary}>{summaryOf(sums)}</p>
        {finished > 0 && report !== 'reporting' && (
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
      {(failure !== null || report === 'failed' || unfinished.length > 0) && (
        <div role="alert" className={classes.failure}>
          <div>
            {failure !== null && <p>{failure}</p>}
            {report === 'failed' && failure === null && (
              <p>Your files have arrived, but the session does not show them yet.</p>
            )}
            {problem !== null && <p>{problem}</p>}
            {failed + unfinished.length > 0 && <p>{waitsForRest}</p>}
          </div>
          <div className={classes.choices}>
            {(failed > 0 || report === 'failed') && (
              <Button
                kind="plain"
                onClick={(event) => {
                  keepFocus(event.currentTarget);
                  uploads.retry(session.id);
                }}
              >
                {retry}
              </Button>
            )}
            {failed + unfinished.length > 0 && moving === 0 && (
              <Button
                kind="plain"
                onClick={(event) => {
                  keepFocus(event.currentTarget);
                  void uploads.sendWithout(session.id);
                }}
              >
                {sendWithout}
              </Button>
            )}
          </div>
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
