import { useRef, useState } from 'react';
import type { OpenUpload } from '#shared/files/contract.ts';
import { progressText } from '#shared/files/rules.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { uploads } from './store/uploads-store.ts';
import { sortPicked } from './picked-files.ts';
import type { UploadSession } from './store/ports.ts';
import classes from './UploadList.module.css';
import { keepFocus } from './UploadRow.tsx';

interface UnfinishedRowProps {
  readonly session: UploadSession;
  readonly upload: OpenUpload;
}

/** A file that an earlier page began to send: with the same file only its missing parts are sent. */
export function UnfinishedRow({ session, upload }: UnfinishedRowProps) {
  const { key, prefix, filename, loaded, fileSize } = upload;
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string>();

  const take = (file: File | undefined) => {
    if (file === undefined) return;
    const { ready } = sortPicked([{ file, path: prefix + file.name }]);
    if (ready[0]?.path !== prefix + filename) {
      setProblem(`This is another file. Please choose ${filename}.`);
      return;
    }
    if (button.current !== null) keepFocus(button.current);
    uploads.add(session, ready);
  };
  return (
    <li className={classes.row} data-status="unfinished">
      <span className={classes.icon}>
        <Icon name="file" size={18} />
      </span>
      <div className={classes.file}>
        <span className={classes.name}>
          <b>{prefix}</b>
          {filename}
        </span>
        <span className={classes.numbers}>{progressText(loaded, fileSize)}</span>
        <progress className={classes.bar} aria-label={filename} value={loaded} max={Math.max(fileSize, 1)} />
        {problem !== undefined && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
      </div>
      <Button
        ref={button}
        kind="plain"
        aria-label={`Choose the file again to continue: ${filename}`}
        onClick={() => input.current?.click()}
      >
        Choose the file again to continue
      </Button>
      <Button
        kind="quiet"
        aria-label={`Cancel ${filename}`}
        onClick={(event) => {
          keepFocus(event.currentTarget);
          uploads.giveUp(session.id, key);
        }}
      >
        Cancel
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`Choose ${filename}`}
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0]);
          // Otherwise the same file could not be chosen again.
          currentTarget.value = '';
        }}
      />
    </li>
  );
}
