import { progressText } from '#shared/files/rules.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { sampleUploads, type SampleUpload } from './sample-uploads.ts';
import classes from './SamplesCard.module.css';

/** A file on its way, with its progress, or why it failed. */
export function UploadingRow({ upload }: { upload: SampleUpload }) {
  const { id, file, loaded, status, waiting, problem } = upload;
  return (
    <li className={classes.row}>
      <div className={classes.body}>
        <p className={classes.title}>{file.name}</p>
        {status === 'failed' ? (
          <Notice tone="danger" alert>
            {problem}
          </Notice>
        ) : (
          <>
            <progress className={classes.bar} aria-label={file.name} value={loaded} max={file.size} />
            <p className={classes.facts}>
              {status === 'checking' ? 'Checking the file…' : progressText(loaded, file.size)}
              {waiting && ' Waiting for the connection…'}
            </p>
          </>
        )}
        <div className={classes.actions}>
          {status === 'failed' && (
            <Button kind="plain" aria-label={`Retry: ${file.name}`} onClick={() => sampleUploads.retry(id)}>
              Retry
            </Button>
          )}
          <Button
            kind="quiet"
            aria-label={`${status === 'failed' ? 'Dismiss' : 'Cancel'} ${file.name}`}
            onClick={() => sampleUploads.remove(id)}
          >
            {status === 'failed' ? 'Dismiss' : 'Cancel'}
          </Button>
        </div>
      </div>
    </li>
  );
}
