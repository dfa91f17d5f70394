import { useQuery } from '@tanstack/react-query';
import { filesExpired, processing } from '#shared/files/texts.ts';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import type { DownloadVisibility } from '#shared/sessions/rules-download.ts';
import { BecomeMember } from '../../sessions/panel/BecomeMember.tsx';
import { StatusLabel } from '../../ui/feedback/StatusLabel.tsx';
import { limitationsQuery } from '../api.ts';
import classes from './DownloadNotice.module.css';

interface DownloadNoticeProps extends DownloadVisibility {
  readonly sessionId: number;
  readonly zone: string;
}

/** What limits the download of delivered files, in the operator's words (docs/product/files.md#download-limits). */
export function DownloadNotice({ state, until, sessionId, zone }: DownloadNoticeProps) {
  const { data } = useQuery(limitationsQuery);
  const waiting = state === 'processing';
  const header = waiting ? data?.express_files_delivery_header : data?.files_expiration_header;
  const body = waiting ? data?.express_files_delivery_body : data?.files_expiration_body;
  return (
    <div className={classes.notice}>
      {waiting && <StatusLabel tone="waiting">{processing}</StatusLabel>}
      {state === 'expired' && <StatusLabel tone="done">{filesExpired}</StatusLabel>}
      {header !== undefined && <h4>{header}</h4>}
      {body !== undefined && <p>{body}</p>}
      {until !== null && (
        <p>
          {LABELS[state]} <Timestamp at={until} zone={zone} />
        </p>
      )}
      <BecomeMember sessionId={sessionId} />
    </div>
  );
}

const LABELS = { processing: 'Ready', offered: 'Available until', expired: 'Expired' } as const;

/** A day and time in the reader's zone. */
export function Timestamp({ at, zone }: { at: Temporal.Instant; zone: string }) {
  return <time dateTime={at.toString()}>{`${formatDay(at, zone)}, ${formatTime(at, zone)}`}</time>;
}
