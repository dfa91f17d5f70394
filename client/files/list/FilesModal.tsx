import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { Folder } from '../../shared/files/contract.ts';
import { filesSession, filesTrack, preSessionTab, sessionTab } from '../../shared/files/texts.ts';
import { ProblemError } from '../app/api.ts';
import type { ModalProps } from '../app/modals.ts';
import { wordsOf } from '../app/problem-words.ts';
import { useMe } from '../app/session.ts';
import { useNow } from '../app/use-now.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Modal } from '../ui/Modal.tsx';
import { RowsSkeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { toast } from '../ui/toast.ts';
import { filesQuery, filesSessionQuery, useKeepFilesSession } from './api.ts';
import { firstFolder } from './components/first-folder.ts';
import { FolderActions } from './components/FolderActions.tsx';
import { FolderFiles } from './components/FolderFiles.tsx';
import { PlayerBar } from './components/PlayerBar.tsx';
import { usePlayer } from './components/use-player.ts';
import classes from './FilesModal.module.css';

/** A session's files for both sides: heard, downloaded, deleted (part 2 "Files modal"). `&folder=` names the tab. */
export function FilesModal({ session, onClose }: ModalProps) {
  if (session === undefined)
    return <Refused words="This link names no session, so there are no files to show." onClose={onClose} />;
  return <SessionFiles key={session} id={session} onClose={onClose} />;
}

function SessionFiles({ id, onClose }: { id: number; onClose: () => void }) {
  const { role, timezone: zone } = useMe();
  const now = useNow();
  const keep = useKeepFilesSession();
  const player = usePlayer(id);
  const panel = useId();
  const navigate = useNavigate();
  const { folder: asked } = useSearch({ strict: false });
  const { data: session, error, refetch, isFetching } = useQuery(filesSessionQuery(id));
  // Where one began stays, also when the last file of it goes.
  const [first, setFirst] = useState<Folder>();
  if (first === undefined && session !== undefined) setFirst(firstFolder(role, session, now));
  const folder = asked ?? first ?? 'user';
  const files = useQuery({ ...filesQuery(id, folder), enabled: session !== undefined });

  if (error instanceof ProblemError && [400, 404].includes(error.problem.status))
    return <Refused words={wordsOf(error)} onClose={onClose} />;
  if (session?.status === 'prebooked')
    return <Refused words="A session has files once it is booked." onClose={onClose} />;

  if (session === undefined)
    return (
      <Modal title="Files" subtitle={filesSession(id)} size="wide" onClose={onClose}>
        {error === null ? (
          <RowsSkeleton what="the files" />
        ) : (
          <ErrorState
            title="We could not load the files"
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {wordsOf(error)}
          </ErrorState>
        )}
      </Modal>
    );

  const titles = { user: preSessionTab(session.user.name), output: sessionTab(session.partner.name) };
  const show = (key: Folder) =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, folder: key }),
      hash: true,
      replace: true,
      resetScroll: false,
    });
  return (
    <Modal
      title="Files"
      subtitle={<Lines id={id} track={session.session_info.title ?? session.service.label} />}
      size="wide"
      onClose={onClose}
      footer={
        <div className={classes.footer}>
          <FolderActions
            files={files.data}
            session={session}
            role={role}
            folder={folder}
            zone={zone}
            onSession={keep}
          />
          <PlayerBar player={player} sessionId={id} />
        </div>
      }
    >
      <div className={classes.tabs}>
        <Tabs
          label="Files"
          tabs={[
            { key: 'user' as const, text: titles.user, count: session.files.user },
            { key: 'output' as const, text: titles.output, count: session.files.output },
          ]}
          present={folder}
          onChange={show}
          controls={panel}
        />
      </div>
      <div id={panel} role="tabpanel" aria-label={titles[folder]}>
        <FolderFiles
          result={files}
          sessionId={id}
          folder={folder}
          zone={zone}
          label={titles[folder]}
          player={player}
        />
      </div>
    </Modal>
  );
}

function Lines({ id, track }: { id: number; track: string }) {
  return (
    <>
      <div>{filesSession(id)}</div>
      <div className={classes.track}>{filesTrack(track)}</div>
    </>
  );
}

/** Nothing to show: says why, and leaves what lies below as it is. */
function Refused({ words, onClose }: { words: string; onClose: () => void }) {
  const refuse = useEffectEvent(() => {
    toast(words, 'danger');
    onClose();
  });
  useEffect(() => refuse(), []);
  return null;
}
