import { dayOf, formatTime } from '#shared/lib/time.ts';
import type { Schedule } from '../source.ts';
import type { CalendarBlock } from '../week/calendar-blocks.ts';
import { BlockModal } from './BlockModal.tsx';
import { CopyWeekModal } from './CopyWeekModal.tsx';
import { OfferModal } from './OfferModal.tsx';
import { TimeOffModal, type TimeOffFields } from './TimeOffModal.tsx';

/** The dialog that is open, with what it is about. */
export type OpenDialog =
  | { readonly name: 'offer'; readonly day: string; readonly minute: number }
  | { readonly name: 'time off'; readonly asked?: Partial<TimeOffFields> }
  | { readonly name: 'copy'; readonly week: Temporal.PlainDate }
  | { readonly name: 'block'; readonly block: CalendarBlock };

interface CalendarDialogsProps {
  readonly dialog: OpenDialog;
  readonly schedule: Schedule;
  readonly open: (dialog: OpenDialog | null) => void;
  readonly onEditHours: () => void;
}

/** The calendar's dialogs, one at a time. */
export function CalendarDialogs({ dialog, schedule, open, onEditHours }: CalendarDialogsProps) {
  const shared = { schedule, onClose: () => open(null) };
  if (dialog.name === 'offer') return <OfferModal {...shared} day={dialog.day} minute={dialog.minute} />;
  if (dialog.name === 'time off') return <TimeOffModal {...shared} asked={dialog.asked} />;
  if (dialog.name === 'copy') return <CopyWeekModal {...shared} week={dialog.week} />;
  const { block } = dialog;
  const { zone } = schedule;
  const day = dayOf(block.from, zone).toString();
  const times = { from_time: formatTime(block.from, zone), to_time: formatTime(block.to, zone) };
  const isOvernight = times.to_time <= times.from_time;
  return (
    <BlockModal
      {...shared}
      block={block}
      onEditHours={onEditHours}
      onTimeOff={() => open({ name: 'time off' })}
      onTakeOff={() =>
        open({
          name: 'time off',
          asked: { from_day: day, to_day: day, hours: true, ...times, ...(isOvernight && { to_time: '' }) },
        })
      }
    />
  );
}
