import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Folder } from '#shared/files/contract.ts';
import { filesSession, filesTrack, preSessionTab, sessionTab } from '#shared/files/texts.ts';
import { isGone, ModalRefusal } from '../../lib/ModalRefusal.tsx';
import type { SessionModalProps } from '../../lib/modal-props.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { Tabs } from '../../ui/layout/Tabs.tsx';
import { filesQuery, filesSessionQuery, useCacheFilesSession } from '../api.ts';
import { firstFolder } from './first-folder.ts';
import { FolderActions } from './FolderActions.tsx';
import { FolderFiles } from './FolderFiles.tsx';
import { PlayerBar } from '../player/PlayerBar.tsx';
import { usePlayer } from '../player/use-player.ts';
import classes from './FilesModal.module.css';

/**
 * A session's files for both sides: play, download, delete (docs/product/files.md#files-modal). `&folder=`
 * names the tab.
 */
export function FilesModal({ session: id, onClose }: SessionModalProps) {
  const { role, timezone: zone } = useMe();
  const now = useNow();
  const cacheSession = useCacheFilesSession();
  const player = usePlayer(id);
  const panel = useId();
  const navigate = useNavigate();
  const { folder: requested } = useSearch({ strict: false });
  const { data: session, error, refetch, isFetching } = useQuery(filesSessionQuery(id));
  // The first folder stays, even when its last file is deleted.
  const [first, setFirst] = useState<Folder>();
  if (first === undefined && session !== undefined) setFirst(firstFolder(role, session, now));
  const folder = requested ?? first ?? 'user';
  const files = useQuery({ ...filesQuery(id, folder), enabled: session !== undefined });

  if (isGone(error)) return <ModalRefusal words={errorMessage(error)} onClose={onClose} />;
  if (session?.status === 'prebooked')
    return <ModalRefusal words="A session has files once it is booked." onClose={onClose} />;

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
            {errorMessage(error)}
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
            onSession={cacheSession}
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
