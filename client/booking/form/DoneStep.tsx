import { durationInWords, formatDay, formatTime } from '#shared/lib/time.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { useStudio } from '../../lib/session.ts';
import { saveCalendarFile } from '../../sessions/calendar/calendar-file.ts';
import type { Partner } from '../api.ts';
import classes from './Booking.module.css';
import { useBooking } from '../state/booking-context.ts';
import { creditsText, spanText } from './format.ts';

/** The session is booked: what happens next, and by when. */
export function DoneStep({ partner }: { readonly partner: Partner }) {
  const { me, hold, balance, now } = useBooking();
  const studio = useStudio();
  const session = hold.session;
  if (!session) return null;
  const zone = me.timezone;
  const span = {
    starts_at: Temporal.Instant.from(session.start_date),
    ends_at: Temporal.Instant.from(session.end_date),
  };
  const due = session.files_due_at === null ? null : Temporal.Instant.from(session.files_due_at);
  // Who books at the last moment has an hour for the files, which may end after the start.
  const isDueBefore = due !== null && Temporal.Instant.compare(due, span.starts_at) < 0;
  const id = String(session.id);
  return (
    <>
      <Notice tone="ready" title={`Your session with ${partner.name} is booked.`}>
        {spanText(span, zone)}, {creditsText(session.credits)}. You have {creditsText(balance)} left.
      </Notice>
      <div>
        <h4>What happens next</h4>
      </div>
      <ol className={classes.next}>
        {session.service.needs_files && (
          <li>
            <b>Send your files</b>
            <span>
              {isDueBefore
                ? `By ${formatDay(due, zone)}, ${formatTime(due, zone)}, so that ${partner.name} can prepare.`
                : `As soon as you can, so that ${partner.name} can prepare.`}
            </span>
          </li>
        )}
        <li>
          <b>{partner.name} gets ready</b>
          <span>My Sessions shows when your files have been reviewed.</span>
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
        {session.service.needs_files && (
          <ButtonLink kind="plain" to="/sessions/$id/{-$tab}" params={{ id }}>
            See the session
          </ButtonLink>
        )}
        <Button kind="plain" onClick={() => saveCalendarFile(session, studio?.name ?? 'Talkback', now)}>
          Add to calendar
        </Button>
      </div>
    </>
  );
}
