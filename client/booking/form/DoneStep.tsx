import { durationInWords, formatDay, formatTime } from '../../../shared/lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useStudio } from '../../app/session.ts';
import { saveCalendarFile } from '../../sessions/components/calendar-file.ts';
import type { Partner } from '../api.ts';
import classes from './Booking.module.css';
import type { Booking } from './use-booking.ts';
import { creditsText, spanText } from './words.ts';

interface DoneStepProps {
  readonly booking: Booking;
  readonly partner: Partner;
  readonly trackLost: boolean;
}

/** The session is booked: what happens next, and by when. */
export function DoneStep({ booking, partner, trackLost }: DoneStepProps) {
  const { me, hold } = booking;
  const studio = useStudio();
  const session = hold.session;
  if (!session) return null;
  const zone = me.timezone;
  const span = {
    starts_at: Temporal.Instant.from(session.start_date),
    ends_at: Temporal.Instant.from(session.end_date),
  };
  const due = session.files_due_at === null ? null : Temporal.Instant.from(session.files_due_at);
  const id = String(session.id);
  return (
    <>
      <Notice tone="ready" title={`Your session with ${partner.name} is booked.`}>
        {spanText(span, zone)}, {creditsText(session.credits)}. You have {creditsText(booking.balance)} left.
      </Notice>
      {trackLost && (
        <Notice tone="waiting">
          The track could not be added to your list of tracks. Its details are kept with the session.
        </Notice>
      )}
      <div>
        <h4>What happens next</h4>
      </div>
      <ol className={classes.next}>
        {session.service.needs_files && (
          <li>
            <b>Send your files</b>
            <span>
              {due === null
                ? 'As soon as you can.'
                : `By ${formatDay(due, zone)}, ${formatTime(due, zone)}, so that ${partner.name} can prepare.`}
            </span>
          </li>
        )}
        <li>
          <b>{partner.name} gets ready</b>
          <span>You see in My Sessions when everything is reviewed.</span>
        </li>
        <li>
          <b>{session.attendance ? 'Join the livestream' : 'The session takes place'}</b>
          <span>{spanText(span, zone)}</span>
        </li>
        <li>
          <b>Get your files</b>
          <span>
            {session.service.files_delivery <= 60
              ? 'Usually soon after the session.'
              : `Usually within ${durationInWords(session.service.files_delivery)} after the session.`}
          </span>
        </li>
      </ol>
      <div className={classes.links}>
        {session.service.needs_files ? (
          <>
            <ButtonLink to="/sessions/$id/{-$tab}" params={{ id, tab: 'files-management' }}>
              Upload your files
            </ButtonLink>
            <ButtonLink kind="plain" to="/sessions/$id/{-$tab}" params={{ id }}>
              See the session
            </ButtonLink>
          </>
        ) : (
          <ButtonLink to="/sessions/$id/{-$tab}" params={{ id }}>
            See the session
          </ButtonLink>
        )}
        <Button
          kind="plain"
          onClick={() => saveCalendarFile(session, studio?.name ?? 'Talkback', booking.now)}
        >
          Add to calendar
        </Button>
      </div>
    </>
  );
}
