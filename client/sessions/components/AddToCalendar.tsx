import type { Session } from '../../../shared/sessions/contract.ts';
import { useStudio } from '../../app/session.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { saveCalendarFile } from './calendar-file.ts';

/** Saves the session as a calendar file. */
export function AddToCalendar({ session, now }: { session: Session; now: Temporal.Instant }) {
  const studio = useStudio()?.name ?? 'Talkback';
  return (
    <Tooltip label="Add to calendar">
      <IconButton
        icon="sessions"
        label="Add to calendar"
        onClick={() => saveCalendarFile(session, studio, now)}
      />
    </Tooltip>
  );
}
