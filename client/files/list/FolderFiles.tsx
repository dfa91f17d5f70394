import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { listFiles, Folder } from '#shared/files/contract.ts';
import { noFiles } from '#shared/files/texts.ts';
import type { AnswerOf } from '#shared/lib/endpoint.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { FileTable } from './FileTable.tsx';
import classes from './FolderFiles.module.css';
import { Held } from './Held.tsx';
import type { Player } from '../player/player.ts';

/** The query of a folder's files. */
export type FilesResult = UseQueryResult<AnswerOf<typeof listFiles>>;

interface FolderFilesProps {
  readonly result: FilesResult;
  readonly sessionId: number;
  readonly folder: Folder;
  readonly zone: string;
  readonly label: string;
  readonly player: Player;
}

/** One folder of a session: why its files are held, if they are, and the files. */
export function FolderFiles({ result, sessionId, folder, zone, label, player }: FolderFilesProps) {
  const { data, error, refetch, isFetching } = result;
  const root = useFocusWhenEmptied(data?.files.length);
  useStopDeleted(player, folder, data);
  if (data === undefined)
    return error === null ? (
      <RowsSkeleton what="the files" count={3} />
    ) : (
      <ErrorState title="We could not load the files" onRetry={() => void refetch()} retrying={isFetching}>
        {errorMessage(error)}
      </ErrorState>
    );

  const { files, download } = data;
  return (
    <div ref={root} tabIndex={-1} className={classes.folder}>
      {download.state !== 'offered' && <Held state={download.state} until={download.until} zone={zone} />}
      {files.length > 0 && (
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
function useStopDeleted(player: Player, folder: Folder, data: FilesResult['data']) {
  useEffect(() => {
    const playing = player.get();
    if (playing === null || playing.folder !== folder || data === undefined) return;
    const there = data.files.some(({ id }) => id === playing.file.id);
    if (!there || data.download.state !== 'offered') player.close();
  }, [player, folder, data]);
}
