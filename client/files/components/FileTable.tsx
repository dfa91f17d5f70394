import { useState } from 'react';
import type { FileEntry, Folder } from '../../../shared/files/contract.ts';
import { formatBytes } from '../../../shared/files/rules.ts';
import { formatFileTime } from '../../../shared/lib/time.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { toast } from '../../ui/toast.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { linkOfFile } from '../api.ts';
import { orderFiles, pressColumn, type FileColumn, type FileOrder } from './file-order.ts';
import classes from './FileTable.module.css';

interface FileTableProps {
  readonly files: readonly FileEntry[];
  readonly sessionId: number;
  readonly folder: Folder;
  readonly zone: string;
  /** Whether the files may be downloaded now. */
  readonly offered: boolean;
  /** What the table holds, for those who listen. */
  readonly label: string;
}

const COLUMNS: readonly (readonly [FileColumn, string])[] = [
  ['name', 'Name'],
  ['modified', 'Last modified'],
  ['size', 'Size'],
];

/** A folder's files, sortable, each with its download (part 2 "Files modal"). */
export function FileTable({ files, sessionId, folder, zone, offered, label }: FileTableProps) {
  const [order, setOrder] = useState<FileOrder>({ by: 'name', down: false });
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {COLUMNS.map(([column, text]) => (
            <th
              key={column}
              scope="col"
              aria-sort={order.by === column ? (order.down ? 'descending' : 'ascending') : 'none'}
            >
              <button type="button" onClick={() => setOrder(pressColumn(order, column))}>
                {text}
                <span data-down={order.down || undefined} data-shown={order.by === column || undefined}>
                  <Icon name="down" size={14} />
                </span>
              </button>
            </th>
          ))}
          {offered && (
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {orderFiles(files, order).map((file) => (
          <tr key={file.id}>
            <td>
              <b>{file.prefix}</b>
              {file.filename}
            </td>
            <td>{formatFileTime(Temporal.Instant.from(file.last_modified), zone)}</td>
            <td>{formatBytes(file.size)}</td>
            {offered && (
              <td>
                <Download file={file} sessionId={sessionId} folder={folder} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Download({ file, sessionId, folder }: { file: FileEntry; sessionId: number; folder: Folder }) {
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
      label={`Download ${file.filename}`}
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
