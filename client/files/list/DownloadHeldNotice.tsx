import { useQuery } from '@tanstack/react-query';
import { filesExpired, processing } from '#shared/files/texts.ts';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import { StatusLabel } from '../../ui/feedback/StatusLabel.tsx';
import { limitationsQuery } from '../api.ts';
import { BecomeMember } from './BecomeMember.tsx';
import classes from './FolderFiles.module.css';

interface DownloadHeldNoticeProps {
  readonly state: 'processing' | 'expired';
  readonly until: string | null;
  readonly zone: string;
}

/** Why delivered files cannot be downloaded now, in the operator's words (docs/product/files.md#download-limits). */
export function DownloadHeldNotice({ state, until, zone }: DownloadHeldNoticeProps) {
  const { data } = useQuery(limitationsQuery);
  const waiting = state === 'processing';
  const header = waiting ? data?.express_files_delivery_header : data?.files_expiration_header;
  const body = waiting ? data?.express_files_delivery_body : data?.files_expiration_body;
  return (
    <div className={classes.held}>
      <StatusLabel tone={waiting ? 'waiting' : 'done'}>{waiting ? processing : filesExpired}</StatusLabel>
      {header !== undefined && <h4>{header}</h4>}
      {body !== undefined && <p>{body}</p>}
      {until !== null && (
        <p>
          {waiting ? 'Ready ' : 'Expired '}
          <Timestamp at={until} zone={zone} />
        </p>
      )}
      <BecomeMember />
    </div>
  );
}

/** A day and time in the reader's zone. */
export function Timestamp({ at, zone }: { at: string; zone: string }) {
  const instant = Temporal.Instant.from(at);
  return <time dateTime={at}>{`${formatDay(instant, zone)}, ${formatTime(instant, zone)}`}</time>;
}
