import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { viewFilesTitle } from '#shared/files/texts.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import type { UploadSession } from './store/ports.ts';
import classes from './ViewFiles.module.css';

/** '{id} - {track title} - Session for {partner}', with 'Session' for a missing title. */
export function titleOf({ id, session_info, partner }: UploadSession): string {
  return viewFilesTitle(id, session_info.title ?? 'Session', partner.name);
}

interface ViewFilesProps {
  readonly session: UploadSession;
  /** Content below the title. */
  readonly children?: ReactNode;
}

/** 'View Files': the link from the uploads to a session's files. */
export function ViewFiles({ session, children }: ViewFilesProps) {
  return (
    <Link
      to="."
      search={(search) => ({ ...search, modal: 'files' as const, session: session.id })}
      resetScroll={false}
      className={classes.row}
    >
      <Icon name="folder" />
      <span className={classes.text}>
        <span className={classes.title}>{titleOf(session)}</span>
        {children !== undefined && <span className={classes.about}>{children}</span>}
      </span>
      <span className={classes.action}>View Files</span>
    </Link>
  );
}
