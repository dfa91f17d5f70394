import { memo, useState } from 'react';
import type { FileEntry, Folder } from '../../../shared/files/contract.ts';
import { formatBytes } from '../../../shared/files/rules.ts';
import { formatFileTime } from '../../../shared/lib/time.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { toast } from '../../ui/toast.ts';
import { linkOfFile } from '../api.ts';
import classes from './FileTable.module.css';

interface FileRowProps {
  readonly file: FileEntry;
  readonly sessionId: number;
  readonly folder: Folder;
  readonly zone: string;
  /** Whether the file may be heard and downloaded now. */
  readonly offered: boolean;
  readonly heard: boolean;
  readonly onPress: (file: FileEntry) => void;
}

/** One file: its folders and name, when it was changed, its size, and what can be done with it. */
export const FileRow = memo(function FileRow(props: FileRowProps) {
  const { file, sessionId, folder, zone, offered, heard, onPress } = props;
  return (
    <tr data-heard={heard || undefined}>
      <td>
        <div className={classes.file}>
          {offered && file.isSupportedAudioFile ? (
            <IconButton
              icon={heard ? 'pause' : 'play'}
              label={`${heard ? 'Pause' : 'Play'} ${file.filePath}`}
              onClick={() => onPress(file)}
            />
          ) : (
            <span className={classes.kind}>
              <Icon name="file" />
            </span>
          )}
          <span className={classes.name}>
            {file.prefix !== '' && <b>{file.prefix}</b>}
            {file.filename}
          </span>
        </div>
      </td>
      <td>{formatFileTime(Temporal.Instant.from(file.last_modified), zone)}</td>
      <td>{formatBytes(file.size)}</td>
      {offered && (
        <td>
          <Download file={file} sessionId={sessionId} folder={folder} />
        </td>
      )}
    </tr>
  );
});

function Download({ file, sessionId, folder }: Pick<FileRowProps, 'file' | 'sessionId' | 'folder'>) {
  const [busy, setBusy] = useState(false);
  const fetchLink = async () => {
    if (busy) return;
    setBusy(true);
    try {
      save(await linkOfFile(sessionId, folder, file.filePath));
    } catch (error) {
      toast(wordsOf(error), 'danger');
    }
    setBusy(false);
  };
  return (
    <IconButton
      icon="download"
      label={`Download ${file.filePath}`}
      aria-disabled={busy || undefined}
      onClick={() => void fetchLink()}
    />
  );
}

/** Storage answers as an attachment: this page stays. Another origin gets a tab, or its answer would ask to leave. */
function save(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.rel = 'noreferrer';
  if (new URL(href, location.origin).origin !== location.origin) link.target = '_blank';
  link.click();
}
