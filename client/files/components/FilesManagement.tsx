import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import type { Folder } from '../../../shared/files/contract.ts';
import { preSessionTab, sessionTab, uploadFiles } from '../../../shared/files/texts.ts';
import type { Role } from '../../../shared/lib/endpoint.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import { sessionType, withInstants } from '../../../shared/sessions/rules.ts';
import { mayDo } from '../../../shared/sessions/rules-actions.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { DropZone } from './DropZone.tsx';
import classes from './FilesManagement.module.css';
import { FolderFiles } from './FolderFiles.tsx';
import { uploads, useUploads } from './our-uploads.ts';
import { UploadList } from './UploadList.tsx';

interface FilesManagementProps {
  readonly session: Session;
  readonly role: Role;
  readonly zone: string;
  readonly now: Temporal.Instant;
  /** A session as a call about its files answered with it. */
  readonly onSession: (session: Session) => void;
}

/** A session's files: what can be sent, what is on its way, and both folders (part 2 "Files management zone"). */
export function FilesManagement({ session, role, zone, now, onSession }: FilesManagementProps) {
  const panel = useId();
  const navigate = useNavigate();
  const { folder: asked } = useSearch({ strict: false });
  const group = useUploads().find((one) => one.session.id === session.id);
  const judged = withInstants(session);
  const partner = role === 'partner';
  // First what the person is here for: what has been delivered, or for the musician what is to be.
  const delivered = partner ? sessionType(judged, now) === 'past' : session.files.output > 0;
  const folder: Folder = asked ?? (delivered ? 'output' : 'user');
  const allowed = mayDo(role, partner ? 'deliver' : 'upload', judged, now);
  const rules = partner ? [] : session.service.fileUploadRules.map(({ value }) => value);
  const titles = { user: preSessionTab(session.user.name), output: sessionTab(session.partner.name) };

  return (
    <>
      {allowed.allowed ? (
        <DropZone rules={rules} onFiles={(files) => uploads.add(session, files)} />
      ) : (
        <p className={classes.closed}>
          <b>{uploadFiles}</b> {allowed.reason}
        </p>
      )}
      {group !== undefined && group.uploads.length > 0 && <UploadList group={group} />}
      <div className={classes.tabs}>
        <Tabs
          label="Files"
          tabs={[
            { key: 'user' as const, text: titles.user, count: session.files.user },
            { key: 'output' as const, text: titles.output, count: session.files.output },
          ]}
          present={folder}
          onChange={(key) =>
            void navigate({
              to: '.',
              search: (search) => ({ ...search, folder: key }),
              replace: true,
              resetScroll: false,
            })
          }
          controls={panel}
        />
      </div>
      <div id={panel} role="tabpanel" aria-label={titles[folder]}>
        <FolderFiles
          session={session}
          role={role}
          folder={folder}
          zone={zone}
          label={titles[folder]}
          onSession={onSession}
        />
      </div>
    </>
  );
}
