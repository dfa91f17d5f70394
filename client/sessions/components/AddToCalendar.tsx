import type { Session } from '../../../shared/sessions/contract.ts';
import { useStudio } from '../../app/session.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { calendarFile } from './calendar-file.ts';

/** Saves the session as a calendar file, made here: nothing is asked of the server. */
export function AddToCalendar({ session, now }: { session: Session; now: Temporal.Instant }) {
  const studio = useStudio()?.name ?? 'Talkback';
  const save = () => {
    const url = new URL(`/sessions/${session.id}`, location.origin).href;
    const file = new Blob([calendarFile(session, { url, studio }, now)], {
      type: 'text/calendar;charset=utf-8',
    });
    const href = URL.createObjectURL(file);
    const link = document.createElement('a');
    link.href = href;
    link.download = `session-${session.id}.ics`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  };
  return (
    <Tooltip label="Add to calendar">
      <IconButton icon="sessions" label="Add to calendar" onClick={save} />
    </Tooltip>
  );
}
