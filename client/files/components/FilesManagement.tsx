import { uploadFiles } from '../../../shared/files/texts.ts';
import type { Role } from '../../../shared/lib/endpoint.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import { withInstants } from '../../../shared/sessions/rules.ts';
import { mayDo } from '../../../shared/sessions/rules-actions.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { DropZone } from './DropZone.tsx';
import classes from './FilesManagement.module.css';
import { uploads, useUploads } from './our-uploads.ts';
import { UploadList } from './UploadList.tsx';

interface FilesManagementProps {
  readonly session: Session;
  readonly role: Role;
  readonly now: Temporal.Instant;
}

/** A session's files: what can be sent, what is on its way, and the way to both folders (part 2 "Files management zone"). */
export function FilesManagement({ session, role, now }: FilesManagementProps) {
  const group = useUploads().find((one) => one.session.id === session.id);
  const judged = withInstants(session);
  const partner = role === 'partner';
  const allowed = mayDo(role, partner ? 'deliver' : 'upload', judged, now);
  const rules = partner ? [] : session.service.fileUploadRules.map(({ value }) => value);

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
      <div className={classes.view}>
        <ButtonLink
          to="."
          search={(search) => ({ ...search, modal: 'files', session: session.id })}
          resetScroll={false}
          kind="plain"
        >
          View Files
        </ButtonLink>
      </div>
    </>
  );
}
