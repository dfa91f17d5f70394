import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { viewFilesTitle } from '../../../shared/files/texts.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { UploadSession } from './upload-ports.ts';
import classes from './ViewFiles.module.css';

/** '{id} - {track title} - Session for {partner}'; a session without a track is named by its musician alone. */
export function titleOf({ id, session_info, partner }: UploadSession): string {
  return viewFilesTitle(id, session_info.title ?? 'Session', partner.name);
}

interface ViewFilesProps {
  readonly session: UploadSession;
  /** Below the title: what there is to see. */
  readonly children?: ReactNode;
}

/** 'View Files': the row that leads from the uploads to a session's files (part 2 "Files management zone"). */
export function ViewFiles({ session, children }: ViewFilesProps) {
  return (
    <Link
      to="."
      search={(search) => ({ ...search, modal: 'files' as const, session: session.id })}
      resetScroll={false}
      className={classes.row}
    >
      <Icon name="folder" />
      <span className={classes.words}>
        <span className={classes.title}>{titleOf(session)}</span>
        {children !== undefined && <span className={classes.about}>{children}</span>}
      </span>
      <span className={classes.action}>View Files</span>
    </Link>
  );
}
