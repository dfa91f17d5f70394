import { memo, useState } from 'react';
import type { FileEntry, Folder } from '#shared/files/contract.ts';
import { formatBytes } from '#shared/files/rules.ts';
import { fileChanged } from '#shared/files/texts.ts';
import { formatFileTime } from '#shared/lib/time.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { linkOfFile } from '../api.ts';
import classes from './FileTable.module.css';

interface FileRowProps {
  readonly file: FileEntry;
  readonly sessionId: number;
  readonly folder: Folder;
  readonly zone: string;
  /** Whether the file may be played and downloaded now. */
  readonly offered: boolean;
  readonly active: boolean;
  readonly onPress: (file: FileEntry) => void;
}

/** One file: its path, modification time and size, and its buttons. */
export const FileRow = memo(function FileRow(props: FileRowProps) {
  const { file, sessionId, folder, zone, offered, active, onPress } = props;
  return (
    <tr data-playing={active || undefined}>
      <td>
        <div className={classes.file}>
          {offered && file.isSupportedAudioFile && !file.changed ? (
            <IconButton
              icon={active ? 'pause' : 'play'}
              label={`${active ? 'Pause' : 'Play'} ${file.filePath}`}
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
            {file.changed && <span className={classes.changed}>{fileChanged}</span>}
          </span>
        </div>
      </td>
      <td>{formatFileTime(Temporal.Instant.from(file.last_modified), zone)}</td>
      <td>{formatBytes(file.size)}</td>
      {offered && <td>{!file.changed && <Download file={file} sessionId={sessionId} folder={folder} />}</td>}
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
      toast(errorMessage(error), 'danger');
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

/**
 * Storage responds with an attachment, so this page stays. Another origin gets a tab, or its error would
 * replace the page.
 */
function save(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.rel = 'noreferrer';
  if (new URL(href, location.origin).origin !== location.origin) link.target = '_blank';
  link.click();
}
