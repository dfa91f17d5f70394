import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Folder } from '../../../shared/files/contract.ts';
import { noFiles } from '../../../shared/files/texts.ts';
import type { Role } from '../../../shared/lib/endpoint.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { filesQuery } from '../api.ts';
import { BulkDownload } from './BulkDownload.tsx';
import { DeleteAll } from './DeleteAll.tsx';
import { FileTable } from './FileTable.tsx';
import classes from './FolderFiles.module.css';
import { Held, Moment } from './Held.tsx';

interface FolderFilesProps {
  readonly session: Session;
  readonly role: Role;
  readonly folder: Folder;
  readonly zone: string;
  readonly label: string;
  /** A session as it stands after its files were deleted. */
  readonly onSession: (session: Session) => void;
}

/** One folder of a session: its files, and below them what can be done with all of them. */
export function FolderFiles({ session, role, folder, zone, label, onSession }: FolderFilesProps) {
  const { data, error, refetch, isFetching } = useQuery(filesQuery(session.id, folder));
  const place = useFocusWhenEmptied(data?.files.length);
  if (data === undefined)
    return error === null ? (
      <RowsSkeleton what="the files" count={3} />
    ) : (
      <ErrorState title="We could not load the files" onRetry={() => void refetch()} retrying={isFetching}>
        {wordsOf(error)}
      </ErrorState>
    );

  const { files, download } = data;
  const offered = download.state === 'offered';
  // "Bulk download is shown to a partner on the pre-session tab and to a client on the session-files tab."
  const received = folder === (role === 'partner' ? 'user' : 'output');
  return (
    <div ref={place} tabIndex={-1} className={classes.folder}>
      {download.state !== 'offered' && <Held state={download.state} until={download.until} zone={zone} />}
      {files.length > 0 && (
        <FileTable
          files={files}
          sessionId={session.id}
          folder={folder}
          zone={zone}
          offered={offered}
          label={label}
        />
      )}
      {files.length === 0 && download.state !== 'expired' && <p className={classes.none}>{noFiles}</p>}
      {files.length > 0 && (
        <div className={classes.below}>
          {received && offered && (
            <BulkDownload key={`${session.id}/${folder}`} sessionId={session.id} folder={folder} />
          )}
          {!received && session.status !== 'cancelled' && (
            <DeleteAll session={session} folder={folder} onSession={onSession} />
          )}
          {offered && download.until !== null && (
            <p className={classes.until}>
              Available until <Moment at={download.until} zone={zone} />
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** With the last file the buttons go: whoever emptied the folder goes on from here. */
function useFocusWhenEmptied(count: number | undefined) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const emptied = count === 0 && (before.current ?? 0) > 0;
    before.current = count;
    if (emptied && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [count]);
  return place;
}
