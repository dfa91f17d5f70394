import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Folder } from '#shared/files/contract.ts';
import { filesSession, filesTrack, preSessionTab, sessionTab } from '#shared/files/texts.ts';
import { downloadAt } from '#shared/sessions/rules-download.ts';
import { isGone, ModalRefusal } from '../../lib/ModalRefusal.tsx';
import type { SessionModalProps } from '../../lib/modal-props.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { Tabs } from '../../ui/layout/Tabs.tsx';
import { filesQuery, filesSessionQuery, useCacheFilesSession } from '../api.ts';
import { firstFolder } from './first-folder.ts';
import { FolderActions } from './FolderActions.tsx';
import { FolderFiles } from './FolderFiles.tsx';
import { useFilePlayer } from '../player/file-player.ts';
import { FilePlayerBar } from '../player/FilePlayerBar.tsx';
import classes from './FilesModal.module.css';

/**
 * A session's files for both sides: play, download, delete (docs/product/files.md#files-modal). `&folder=`
 * names the tab.
 */
export function FilesModal({ session: id, onClose }: SessionModalProps) {
  const { role, timezone: zone } = useMe();
  const cacheSession = useCacheFilesSession();
  const player = useFilePlayer(id);
  const panel = useId();
  const navigate = useNavigate();
  const { folder: requested } = useSearch({ strict: false });
  const query = useQuery(filesSessionQuery(id));
  const { data: session, error } = query;
  const now = useNowFor((at) => session && downloadAt(session.download, at));
  // The first folder stays, even when its last file is deleted.
  const [first, setFirst] = useState<Folder>();
  if (first === undefined && session !== undefined) setFirst(firstFolder(role, session, now));
  const folder = requested ?? first ?? 'user';
  const files = useQuery({ ...filesQuery(id, folder), enabled: session !== undefined });

  if (isGone(error)) return <ModalRefusal message={errorMessage(error)} onClose={onClose} />;
  if (session?.status === 'prebooked')
    return <ModalRefusal message="A session has files once it is booked." onClose={onClose} />;

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
      subtitle={
        session === undefined ? (
          filesSession(id)
        ) : (
          <Subtitle id={id} track={session.session_info.title ?? session.service.label} />
        )
      }
      size="wide"
      onClose={onClose}
      footer={
        session && (
          <div className={classes.footer}>
            <FolderActions
              files={files.data}
              session={session}
              role={role}
              folder={folder}
              zone={zone}
              now={now}
              onSession={cacheSession}
            />
            <FilePlayerBar player={player} sessionId={id} />
          </div>
        )
      }
    >
      <QueryView
        query={query}
        loading={<RowsSkeleton what="the files" />}
        errorTitle="We could not load the files"
      >
        {({ user, partner, files: counts }) => {
          const titles = { user: preSessionTab(user.name), output: sessionTab(partner.name) };
          return (
            <>
              <div className={classes.tabs}>
                <Tabs
                  label="Files"
                  tabs={[
                    { key: 'user' as const, text: titles.user, count: counts.user },
                    { key: 'output' as const, text: titles.output, count: counts.output },
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
                  now={now}
                  label={titles[folder]}
                  player={player}
                />
              </div>
            </>
          );
        }}
      </QueryView>
    </Modal>
  );
}

function Subtitle({ id, track }: { id: number; track: string }) {
  return (
    <>
      <div>{filesSession(id)}</div>
      <div className={classes.track}>{filesTrack(track)}</div>
    </>
  );
}
