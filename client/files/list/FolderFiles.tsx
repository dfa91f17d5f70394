import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { listFiles, Folder } from '#shared/files/contract.ts';
import { noFiles } from '#shared/files/texts.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { downloadAt, type DownloadVisibility } from '#shared/sessions/rules-download.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { FileTable } from './FileTable.tsx';
import classes from './FolderFiles.module.css';
import { DownloadNotice } from './DownloadNotice.tsx';
import type { FilePlayer } from '../player/file-player.ts';

/** The query of a folder's files. */
export type FilesResult = UseQueryResult<ResponseOf<typeof listFiles>>;

interface FolderFilesProps {
  readonly result: FilesResult;
  readonly sessionId: number;
  readonly folder: Folder;
  readonly zone: string;
  readonly now: Temporal.Instant;
  readonly label: string;
  readonly player: FilePlayer;
}

/** One folder of a session: why its files are held, if they are, and the files. */
export function FolderFiles({ result, sessionId, folder, zone, now, label, player }: FolderFilesProps) {
  const { data } = result;
  const download = downloadAt(data?.download ?? null, now);
  const root = useFocusWhenEmptied(data?.files.length);
  useStopDeleted(player, folder, { data, state: download.state });
  return (
    <QueryView
      query={result}
      loading={<RowsSkeleton what="the files" count={3} />}
      errorTitle="We could not load the files"
    >
      {({ files }) => (
        <div ref={root} tabIndex={-1} className={classes.folder}>
          {download.state !== 'offered' && <DownloadNotice {...download} sessionId={sessionId} zone={zone} />}
          {files.length > 0 && download.state !== 'expired' && (
            <FileTable
              key={folder}
              files={files}
              sessionId={sessionId}
              folder={folder}
              zone={zone}
              offered={download.state === 'offered'}
              label={label}
              player={player}
            />
          )}
          {files.length === 0 && download.state !== 'expired' && <p className={classes.none}>{noFiles}</p>}
        </div>
      )}
    </QueryView>
  );
}

/** The buttons disappear with the last file: moves the focus to the folder. */
function useFocusWhenEmptied(count: number | undefined) {
  const root = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const emptied = count === 0 && (before.current ?? 0) > 0;
    before.current = count;
    if (emptied && document.activeElement === document.body) root.current?.focus({ preventScroll: true });
  }, [count]);
  return root;
}

/** Stops playing what was deleted or may not be played any more. */
function useStopDeleted(
  player: FilePlayer,
  folder: Folder,
  { data, state }: { readonly data: FilesResult['data']; readonly state: DownloadVisibility['state'] },
) {
  useEffect(() => {
    const playing = player.get();
    if (playing === null || playing.track.folder !== folder || data === undefined) return;
    const isListed = data.files.some(({ id }) => id === playing.track.id);
    if (!isListed || state !== 'offered') player.close();
  }, [player, folder, data, state]);
}
