import { useEffect, useEffectEvent } from 'react';
import { preSessionTab, sessionTab, uploadFiles } from '#shared/files/texts.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { withInstants } from '#shared/sessions/rules.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { downloadAt } from '#shared/sessions/rules-download.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { useMe } from '../../lib/session.ts';
import { DownloadNotice } from '../list/DownloadNotice.tsx';
import { DropZone } from './DropZone.tsx';
import classes from './FilesManagement.module.css';
import { uploads, useUploads } from './store/uploads-store.ts';
import { useMarkShown } from './overlay-state.ts';
import { UploadList } from './UploadList.tsx';
import { ViewFiles } from './ViewFiles.tsx';

interface FilesManagementProps {
  readonly session: Session;
  readonly role: Role;
}

/** The drop zone, the uploads and the link to the files of a session (docs/product/files.md#upload-statuses). */
export function FilesManagement({ session, role }: FilesManagementProps) {
  const { id, service, files, user, partner } = session;
  const group = useUploads().find((one) => one.session.id === id);
  useMarkShown(id);
  useUnfinishedUploads(session);
  const viewAt = (at: Temporal.Instant) => ({
    allowed: mayDo(role, role === 'partner' ? 'deliver' : 'upload', withInstants(session), at),
    download: downloadAt(session.download, at),
  });
  const { allowed, download } = viewAt(useNowFor(viewAt));
  const { timezone: zone } = useMe();
  const rules = role === 'partner' ? [] : service.fileUploadRules.map(({ value }) => value);

  return (
    <div className={classes.zone}>
      {allowed.allowed ? (
        <DropZone rules={rules} onFiles={(chosen) => uploads.add(session, chosen)} />
      ) : (
        <p className={classes.closed}>
          <b>{uploadFiles}</b> {allowed.reason}
        </p>
      )}
      {group !== undefined && (
        <section aria-label="Uploads">
          <UploadList group={group} />
        </section>
      )}
      {session.download !== null && <DownloadNotice {...download} sessionId={id} zone={zone} />}
      <ViewFiles session={session}>
        <span>{`${preSessionTab(user.name)}: ${files.user}`}</span>
        <span>{`${sessionTab(partner.name)}: ${files.output}`}</span>
      </ViewFiles>
    </div>
  );
}

/** Offers what was begun on an earlier page, whether this browser remembers it or not. */
function useUnfinishedUploads(session: Session): void {
  const findUnfinished = useEffectEvent(() => uploads.findUnfinished(session));
  useEffect(() => findUnfinished(), []);
}
