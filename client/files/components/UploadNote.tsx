import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { leaveWhileUploading } from '../../../shared/files/texts.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import { Icon } from '../../ui/Icon.tsx';
import { uploads, useUploads } from './our-uploads.ts';
import classes from './UploadNote.module.css';

interface UploadNoteProps {
  /** Who is signed in: nobody sees somebody else's uploads. */
  readonly personId: string;
  /** Takes the session whose files have just arrived. */
  readonly onArrived: (session: Session) => void;
}

/** What goes on while its panel is closed: a small note on every screen, which leads back to the files. */
export function UploadNote({ personId, onArrived }: UploadNoteProps) {
  useOwner(personId);
  useArrivals(onArrived);
  useLeaveWarning();
  const busy = useUploads().filter(({ status }) => status === 'uploading' || status === 'failed');
  const group = busy[0];
  const files = group === undefined ? null : `/sessions/${group.session.id}/files-management`;
  const there = useLocation({ select: ({ pathname }) => pathname === files });
  if (group === undefined || (there && busy.length === 1)) return null;
  const rows = busy.flatMap((one) => one.uploads);
  const finished = rows.filter(({ status }) => status === 'completed').length;
  const total = rows.reduce((sum, row) => sum + row.total, 0);
  const loaded = rows.reduce((sum, row) => sum + row.loaded, 0);
  const percent = total === 0 ? 0 : Math.floor((loaded / total) * 100);
  const stuck = busy.every(({ status }) => status === 'failed');
  return (
    <aside aria-label="Uploads">
      <Link
        to="/sessions/$id/{-$tab}"
        params={{ id: String(group.session.id), tab: 'files-management' }}
        className={classes.note}
        data-failed={stuck || undefined}
      >
        <Icon name={stuck ? 'alert' : 'upload'} size={18} />
        <span>{stuck ? 'Some files were not uploaded' : `${finished} of ${rows.length} files uploaded`}</span>
        {!stuck && <b>{percent}%</b>}
      </Link>
    </aside>
  );
}

/** Ends everything when somebody signs out, or when somebody else has signed in. */
function useOwner(personId: string): void {
  useEffect(() => {
    uploads.belongTo(personId);
    return () => {
      if (location.pathname === '/logout') uploads.clear();
    };
  }, [personId]);
}

/** Shows what has arrived wherever it is shown. */
function useArrivals(onArrived: (session: Session) => void): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      uploads.onArrived((session) => {
        onArrived(session);
        void queryClient.invalidateQueries({ queryKey: ['files', session.id] });
      }),
    [queryClient, onArrived],
  );
}

/** Browsers show words of their own; older ones show ours. */
function useLeaveWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!uploads.active()) return;
      event.preventDefault();
      event.returnValue = leaveWhileUploading;
    };
    globalThis.addEventListener('beforeunload', warn);
    return () => globalThis.removeEventListener('beforeunload', warn);
  }, []);
}
