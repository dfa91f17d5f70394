import type { Folder } from '#shared/files/contract.ts';
import { mayEmpty, ownFolder } from '#shared/files/rules-folders.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { downloadAt } from '#shared/sessions/rules-download.ts';
import { BecomeMember } from '../../sessions/panel/BecomeMember.tsx';
import { BulkDownload } from './BulkDownload.tsx';
import { DeleteAll } from './DeleteAll.tsx';
import classes from './FolderFiles.module.css';
import type { FilesResult } from './FolderFiles.tsx';
import { Timestamp } from './DownloadNotice.tsx';

interface FolderActionsProps {
  readonly files: FilesResult['data'];
  readonly session: Session;
  readonly role: Role;
  readonly folder: Folder;
  readonly zone: string;
  readonly now: Temporal.Instant;
  /** Called with the session after its files were deleted. */
  readonly onSession: (session: Session) => void;
}

/**
 * The actions on a whole folder: download what one receives, delete what one sent
 * (docs/product/files.md#download-all).
 */
export function FolderActions({ files, session, role, folder, zone, now, onSession }: FolderActionsProps) {
  if (files === undefined || files.files.length === 0) return null;
  const { state, until } = downloadAt(files.download, now);
  const offered = state === 'offered';
  const isOwn = folder === ownFolder(role);
  return (
    <div className={classes.below}>
      {!isOwn && offered && (
        <BulkDownload key={`${session.id}/${folder}`} sessionId={session.id} folder={folder} />
      )}
      {isOwn && mayEmpty(role, folder) && session.status !== 'cancelled' && (
        <DeleteAll session={session} folder={folder} onSession={onSession} />
      )}
      {offered && until !== null && (
        <>
          <p className={classes.until}>
            Available until <Timestamp at={until} zone={zone} />
          </p>
          <BecomeMember sessionId={session.id} />
        </>
      )}
    </div>
  );
}
