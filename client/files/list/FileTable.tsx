import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FileEntry, Folder } from '#shared/files/contract.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { orderFiles, pressColumn, type FileColumn, type FileOrder } from './file-order.ts';
import { FileRow } from './FileRow.tsx';
import classes from './FileTable.module.css';
import { useActiveTrack } from '../../ui/player/use-player.ts';
import { trackOf, type FilePlayer } from '../player/file-player.ts';

interface FileTableProps {
  readonly files: readonly FileEntry[];
  readonly sessionId: number;
  readonly folder: Folder;
  readonly zone: string;
  /** Whether the files may be played and downloaded now. */
  readonly offered: boolean;
  /** The table's accessible name. */
  readonly label: string;
  readonly player: FilePlayer;
}

const COLUMNS: readonly (readonly [FileColumn, string])[] = [
  ['name', 'Name'],
  ['modified', 'Last modified'],
  ['size', 'Size'],
];

/** The number of rows drawn at once; more are added when the end comes into sight. */
const ROWS_PER_PAGE = 100;

/** A folder's files, sortable, each with play and download buttons (docs/product/files.md#files-modal). */
export function FileTable({ files, sessionId, folder, zone, offered, label, player }: FileTableProps) {
  const [order, setOrder] = useState<FileOrder>({ by: 'name', down: false });
  const [shown, setShown] = useState(ROWS_PER_PAGE);
  const activeId = useActiveTrack(player);
  const ordered = useMemo(() => orderFiles(files, order), [files, order]);
  const play = useCallback((file: FileEntry) => player.press(trackOf(file, folder)), [player, folder]);
  return (
    <>
      <table className={classes.table} aria-label={label} aria-rowcount={files.length + 1}>
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
                <span className={classes.actions}>Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {ordered.slice(0, shown).map((file) => (
            <FileRow
              key={file.id}
              file={file}
              sessionId={sessionId}
              folder={folder}
              zone={zone}
              offered={offered}
              active={activeId === file.id}
              onPress={play}
            />
          ))}
        </tbody>
      </table>
      {shown < files.length && (
        <MoreRows shown={shown} of={files.length} onMore={() => setShown(shown + ROWS_PER_PAGE)} />
      )}
    </>
  );
}

interface MoreRowsProps {
  readonly shown: number;
  readonly of: number;
  readonly onMore: () => void;
}

/** Adds the next rows when it comes into sight; a button for keyboards. */
function MoreRows({ shown, of, onMore }: MoreRowsProps) {
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) onMore();
    });
    if (end.current !== null) observer.observe(end.current);
    return () => observer.disconnect();
  }, [onMore]);
  return (
    <p ref={end} className={classes.moreRows}>
      <span>{`${shown} of ${of} files`}</span>
      <Button kind="quiet" onClick={onMore}>
        Show more
      </Button>
    </p>
  );
}
